# Completion of sitewalk for bash. What there is, the program says itself.

_sitewalk() {
	local program=$1 word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]-}
	COMPREPLY=()
	if [ "$COMP_CWORD" -eq 1 ] || { [ "$command" = help ] && [ "$COMP_CWORD" -eq 2 ]; }; then
		local commands
		commands=$("$program" help 2>/dev/null | sed -n '/^For example/q; s/^  sitewalk \([a-z][a-z]*\) .*/\1/p')
		mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$word")
		[ "$command" = help ] && return
		compopt -o filenames -o plusdirs
		local files
		mapfile -t files < <(compgen -f -X '!*.sitewalk' -- "$word")
		COMPREPLY+=("${files[@]}")
		return
	fi
	case $word in
	-*)
		local options
		options=$("$program" help "$command" 2>/dev/null | sed -n 's/^  \(--[a-z-]*\).*/\1/p')
		mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
		;;
	*)
		compopt -o filenames
		mapfile -t COMPREPLY < <(compgen -f -- "$word")
		;;
	esac
}

complete -F _sitewalk sitewalk
