; The installer for Windows: for one person, without administrator rights.
;
; makensis -DVERSION=0.1.0 -DNUMBERS=0.1.0.0 -DFILES=folder -DICON=app.ico
;          -DOUT=setup.exe [-DSIGN=command] installer.nsi
;
; /S installs and uninstalls silently, /D=folder chooses the folder. The
; uninstaller leaves crawls and settings alone unless it is asked to delete them:
; with a box to tick, or silently with /CRAWLS=delete. Exit code 2: Sitewalk is
; open.

Target amd64-unicode
Unicode true
ManifestDPIAware true
ManifestSupportedOS all
SetCompressor /SOLID lzma
RequestExecutionLevel user
SetDateSave off

!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!include x64.nsh

!define ID org.sitewalk.Sitewalk
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\${ID}"
!define FILETYPE "Sitewalk.Crawl"

Name "Sitewalk"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Sitewalk"
InstallDirRegKey HKCU "Software\Sitewalk" "InstallDir"
BrandingText "Sitewalk ${VERSION}"
VIProductVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "Sitewalk"
VIAddVersionKey "CompanyName" "The Sitewalk authors"
VIAddVersionKey "FileDescription" "Sitewalk installer"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "The Sitewalk authors, MIT licence"
!ifdef SIGN
	!finalize '${SIGN} "%1"'
	!uninstfinalize '${SIGN} "%1"'
!endif

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\Sitewalk.exe"
!define MUI_FINISHPAGE_NOREBOOTSUPPORT
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!define MUI_COMPONENTSPAGE_NODESC
!insertmacro MUI_UNPAGE_COMPONENTS
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; Closed refuses to touch the files of a program that is running.
!macro Closed
	again:
	${If} ${FileExists} "$INSTDIR\Sitewalk.exe"
		ClearErrors
		FileOpen $0 "$INSTDIR\Sitewalk.exe" a
		${If} ${Errors}
			MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "Sitewalk is open. Please close its window, then choose Retry." /SD IDCANCEL IDRETRY again
			SetErrorLevel 2
			Quit
		${EndIf}
		FileClose $0
	${EndIf}
!macroend

!macro TellExplorer
	System::Call 'shell32::SHChangeNotify(i 0x8000000, i 0, p 0, p 0)'
!macroend

Function .onInit
	${IfNot} ${RunningX64}
		MessageBox MB_OK|MB_ICONSTOP "Sitewalk needs a 64-bit Windows." /SD IDOK
		Abort
	${EndIf}
FunctionEnd

Section "Sitewalk"
	!insertmacro Closed
	SetOutPath "$INSTDIR"
	File "${FILES}/Sitewalk.exe"
	File "${FILES}/README.txt"
	File "${FILES}/LICENSE.txt"
	File "${FILES}/THIRD-PARTY.txt"
	SetOutPath "$INSTDIR\bin"
	File "${FILES}/bin/sitewalk.exe"
	SetOutPath "$INSTDIR"
	WriteUninstaller "$INSTDIR\uninstall.exe"

	CreateShortcut "$SMPROGRAMS\Sitewalk.lnk" "$INSTDIR\Sitewalk.exe" "" "$INSTDIR\Sitewalk.exe" 0

	WriteRegStr HKCU "Software\Sitewalk" "InstallDir" "$INSTDIR"
	WriteRegStr HKCU "Software\Classes\.sitewalk" "" "${FILETYPE}"
	WriteRegStr HKCU "Software\Classes\.sitewalk\OpenWithProgids" "${FILETYPE}" ""
	WriteRegStr HKCU "Software\Classes\${FILETYPE}" "" "Sitewalk crawl"
	WriteRegStr HKCU "Software\Classes\${FILETYPE}\DefaultIcon" "" "$INSTDIR\Sitewalk.exe,1"
	WriteRegStr HKCU "Software\Classes\${FILETYPE}\shell\open\command" "" '"$INSTDIR\Sitewalk.exe" "%1"'
	!insertmacro TellExplorer

	WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Sitewalk"
	WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
	WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\Sitewalk.exe"
	WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Sitewalk authors"
	WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
	WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
	WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
	WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
	WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
	${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
	WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" $0
SectionEnd

Section "un.Sitewalk"
	SectionIn RO
	!insertmacro Closed
	Delete "$INSTDIR\Sitewalk.exe"
	Delete "$INSTDIR\README.txt"
	Delete "$INSTDIR\LICENSE.txt"
	Delete "$INSTDIR\THIRD-PARTY.txt"
	Delete "$INSTDIR\bin\sitewalk.exe"
	RMDir "$INSTDIR\bin"
	Delete "$INSTDIR\uninstall.exe"
	RMDir "$INSTDIR"
	Delete "$SMPROGRAMS\Sitewalk.lnk"

	DeleteRegKey HKCU "${UNINSTALL}"
	DeleteRegKey HKCU "Software\Sitewalk"
	DeleteRegKey HKCU "Software\Classes\${FILETYPE}"
	DeleteRegValue HKCU "Software\Classes\.sitewalk\OpenWithProgids" "${FILETYPE}"
	DeleteRegKey /ifempty HKCU "Software\Classes\.sitewalk\OpenWithProgids"
	ReadRegStr $0 HKCU "Software\Classes\.sitewalk" ""
	${If} $0 == "${FILETYPE}"
		DeleteRegValue HKCU "Software\Classes\.sitewalk" ""
	${EndIf}
	DeleteRegKey /ifempty HKCU "Software\Classes\.sitewalk"
	!insertmacro TellExplorer
SectionEnd

Section /o "un.My crawls and settings" crawls
	RMDir /r "$LOCALAPPDATA\Sitewalk"
	RMDir /r "$APPDATA\fyne\${ID}"
	RMDir /r "$LOCALAPPDATA\fyne\${ID}"
	RMDir "$LOCALAPPDATA\fyne"
	RMDir "$APPDATA\fyne"
SectionEnd

Function un.onInit
	${GetParameters} $0
	${GetOptions} $0 "/CRAWLS=" $1
	${If} $1 == "delete"
		SectionSetFlags ${crawls} ${SF_SELECTED}
	${EndIf}
FunctionEnd
