declare module 'jq-web' {
  interface Jq {
    /**
     * Runs a filter over JSON text; returns undefined for a filter without results. Throws an Error with jq's message
     * in `stderr`.
     */
    raw(json: string, filter: string, flags?: string[]): string | undefined;
  }
  const loading: Promise<Jq>;
  export default loading;
}
