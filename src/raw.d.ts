/** A file as the text it is; `rolldown.config.mjs` and Vite read it alike. */
declare module '*?raw' {
  const text: string;
  export default text;
}
