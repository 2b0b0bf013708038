import { endWell, others } from "./run-examples.js";

// The examples that use commands and flags in other ways than those of examples.test.ts.

endWell(others);
