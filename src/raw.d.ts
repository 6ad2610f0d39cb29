/** A file as the text it is, and each file of a folder by its name (`rawText` of `rolldown.config.mjs`). */
declare module '*?raw' {
  const text: string;
  export default text;
}
declare module '*?files' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
