# Makes rules.pml of transitions.txt: for each operation what it does to the collections and the hash of a task, and whether
# a change is one of its rows. A state is a bit; the collections that have a task are the sum of theirs.
function bit(state) { return state == "none" ? "0" : toupper(state) }
BEGIN {
    print "/* Made by transitions.awk of transitions.txt. */"
    count = split("pending active scheduled retry archived completed aggregating", states)
    for (i = 1; i <= count; i++) printf "#define %s %d\n", toupper(states[i]), 2 ^ (i - 1)
}
/^#/ || NF == 0 { next }
{
    taken = ""; lawful = ""
    n = split($2, from, ",")
    for (i = 1; i <= n; i++) {
        taken = taken (i > 1 ? " | " : "") bit(from[i])
        lawful = lawful (i > 1 ? " || " : "") "(before) == " bit(from[i])
    }
    printf "\n#define LAWFUL_%s(before, after) ((%s) && (after) == %s)\n", $1, lawful, bit($3)
    printf "inline move_%s(t) {\n  before = in[t];\n  in[t] = (in[t] & (255 - (%s))) | %s;\n  hash[t] = %s;\n", $1, taken, bit($3), bit($3)
    printf "  INVARIANT(transition_of_the_table, LAWFUL_%s(before, in[t]))\n}\n", $1
}
