/** The kinds of places that a value of svc can come from. */
type Kind = 'default' | 'entered' | 'environment' | 'file' | 'flag' | 'profile';

/** The source of a value: `SVC_ADDRESS` in sentences and tables, `environment SVC_ADDRESS` in JSON. */
export class ValueOrigin {
  constructor(
    readonly kind: Kind,
    /** The name of the flag or variable, or a description of the file. */
    readonly name: string,
    private readonly text = `${kind} ${name}`,
  ) {}

  toString(): string {
    return this.kind === 'flag' || this.kind === 'environment' ? this.name : this.text;
  }

  toJSON(): string {
    return this.text;
  }
}

export const byDefault = new ValueOrigin('default', '', 'default');
