export { explain } from './explanations.ts';
