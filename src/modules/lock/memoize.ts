/** Computes the value of each key once. */
export function remember<Value>(): (key: string, make: () => Value) => Value {
  const known = new Map<string, Value>();
  return (key, make) => {
    const value = known.get(key) ?? make();
    known.set(key, value);
    return value;
  };
}
