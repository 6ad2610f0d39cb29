import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(scrypt) as (password: string, salt: Buffer, length: number) => Promise<Buffer>;

/** The stored form of a password: salt and derived key, so that the data file does not reveal the password. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}.${(await derive(password, salt, 32)).toString('base64url')}`;
}

/** Whether a password has this hash. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split('.').map((part) => Buffer.from(part, 'base64url'));
  const derived = await derive(password, Buffer.from(salt), 32);
  return derived.length === key.length && timingSafeEqual(derived, Buffer.from(key));
}
