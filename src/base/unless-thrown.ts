/** Returns the result of a function, or undefined if it throws. */
export function unlessThrown<Value>(compute: () => Value): Value | undefined {
  try {
    return compute();
  } catch {
    return undefined;
  }
}
