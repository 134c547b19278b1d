// Encrypted, as cursors hold sort values that the viewer may not see.
import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import type { CursorSeal } from '../query-dependencies.js';
import { BadCursor } from '#projections/port/read-model-errors.js';

const MARK = '~';
const IV = 12;
const TAG = 16;

/** Changing `secret` breaks links. */
export function createCursorSeal(secret: string): CursorSeal {
  const key = hash('sha256', secret, 'buffer');
  return {
    close(cursor) {
      const iv = randomBytes(IV);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const box = [iv, cipher.update(cursor, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return MARK + Buffer.concat(box).toString('base64url');
    },
    open(cursor) {
      if (!cursor.startsWith(MARK)) return cursor;
      const box = Buffer.from(cursor.slice(MARK.length), 'base64url');
      try {
        const cipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, IV));
        cipher.setAuthTag(box.subarray(-TAG));
        return cipher.update(box.subarray(IV, -TAG), undefined, 'utf8') + cipher.final('utf8');
      } catch {
        throw new BadCursor('This page link is damaged. Go back to the first page.');
      }
    },
  };
}
