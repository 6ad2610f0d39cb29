/** The result of a function; undefined if it throws. */
export function unlessThrown<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
