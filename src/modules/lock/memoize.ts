/** Returns a function that computes the value for each key only once. */
export function remember<Value>(): (key: string, make: () => Value) => Value {
  const values = new Map<string, Value>();
  return (key, make) => {
    const value = values.get(key) ?? make();
    values.set(key, value);
    return value;
  };
}
