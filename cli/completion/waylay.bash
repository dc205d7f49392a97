# Completion of waylay for bash. The program prints the words, so that this file is the same for every version.
_waylay() {
    local IFS=$'\n'
    # bash takes "=" as a word of its own; the program completes what stands before it
    COMPREPLY=($("${COMP_WORDS[0]}" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
    return 0
}
complete -o default -F _waylay waylay
