declare module 'jq-web' {
  interface Jq {
    /** Runs a filter over JSON text; undefined when it gives nothing. Throws an Error with jq's words in `stderr`. */
    raw(json: string, filter: string, flags?: string[]): string | undefined;
  }
  const loading: Promise<Jq>;
  export default loading;
}
