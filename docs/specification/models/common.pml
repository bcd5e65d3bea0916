/* What all models share. An invariant is an assertion that its name appears in: "assertion violated (name||(…))". */
#define INVARIANT(name, condition) assert(name || (condition));
