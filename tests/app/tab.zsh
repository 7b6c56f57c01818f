# tab.zsh SCRIPT LINE FILE: what an interactive zsh makes of a typed line when Tab is pressed. SCRIPT is the completion, FILE
# does not exist yet. cli.sh calls it.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "autoload -Uz compinit; compinit -u -D; source $1; print_line() { print -r -- \"\$BUFFER\" >$3.new; mv $3.new $3 }"
zpty -w shell "zle -N print_line; bindkey '^X' print_line"
zpty -w -n shell "$2"$'\t\x18'
until [[ -e $3 ]]; do
    zpty -r -t shell >/dev/null || sleep 0.05 # its output must be read, or it waits
done
cat $3
