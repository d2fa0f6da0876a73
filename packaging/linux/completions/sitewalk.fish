# Completion of sitewalk for fish. What there is, the program says itself.

function __sitewalk_commands
    sitewalk help 2>/dev/null | string replace -rf '^  sitewalk ([a-z]+) .*\S  +(\S.*)$' '$1\t$2'
end

function __sitewalk_options
    set -l words (commandline -opc)
    sitewalk help $words[2] 2>/dev/null | string replace -rf '^  (--[a-z-]+)(?: \S+| "[^"]*")?(?:  +(.*))?$' '$1\t$2'
end

function __sitewalk_wants_option
    string match -q -- '-*' (commandline -ct)
end

complete -c sitewalk -n __fish_use_subcommand -f -a '(__sitewalk_commands)'
complete -c sitewalk -n __fish_use_subcommand -f -k -a '(__fish_complete_suffix .sitewalk)'
complete -c sitewalk -n '__fish_seen_subcommand_from help' -f -a '(__sitewalk_commands)'
complete -c sitewalk -n 'not __fish_use_subcommand; and __sitewalk_wants_option' -f -a '(__sitewalk_options)'
