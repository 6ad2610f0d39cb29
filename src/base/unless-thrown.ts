/** Returns the result of a function, or undefined if it throws. */
export function unlessThrown<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
