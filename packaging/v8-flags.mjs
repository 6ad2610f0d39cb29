/** The flags with which V8 optimizes code later, for short programs. Node 22 and later count otherwise and reject the flag. */
export const optimizingLater = process.versions.node.startsWith('20.') ? ['--interrupt-budget=500000'] : [];
