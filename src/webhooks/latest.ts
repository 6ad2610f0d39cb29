/** A map that keeps the 10,000 latest entries. */
export class Latest<Value> extends Map<string, Value> {
  override set(text: string, value: Value): this {
    this.delete(text);
    super.set(text, value);
    if (this.size > 10_000) this.delete(this.keys().next().value!);
    return this;
  }
}
