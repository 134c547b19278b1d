import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { createUploadId, type FileStore, type BlobKey } from '#event-store/files/file-store.js';

export interface FilesAdapter {
  /** The same files within one test, as another process opens them. */
  open(): Promise<FileStore>;
  /** Empties the store for the next test. */
  reset(): Promise<void>;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function* pieces(bytes: Uint8Array, size = 70_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const place = (bytes: Uint8Array, prefix: BlobKey['prefix'] = `open/purchasing.Request-${randomUUID()}`) => ({
  prefix,
  name: sha256(bytes),
});

export function fileStoreContract(name: string, adapter: FilesAdapter): void {
  describe(`files in ${name}`, () => {
    let opened: FileStore[] = [];
    const open = async () => {
      const store = await adapter.open();
      opened.push(store);
      return store;
    };
    const readAll = async (store: FileStore, at: BlobKey, range?: { start: number; end: number }) => {
      const stream = await store.read(at, range);
      return stream && buffer(stream);
    };
    const all = async (store: FileStore) => {
      const kept: BlobKey[] = [];
      for await (const at of store.listKeys()) kept.push(at);
      return kept;
    };

    beforeEach(() => adapter.reset());
    afterEach(async () => {
      await Promise.all(opened.map((store) => store.close()));
      opened = [];
    });

    it.each([0, 1, 255 * 1024, 1_000_003])(
      'gives back %i bytes as they came, to another process',
      async (size) => {
        const store = await open();
        const bytes = randomBytes(size);
        const at = place(bytes);
        expect(await store.commitUpload(await store.stageUpload(pieces(bytes)), at)).toBe(true);
        const other = await open();
        expect(await other.size(at)).toBe(size);
        expect((await readAll(other, at))!.equals(bytes)).toBe(true);
      },
    );

    it('lists those whose prefix begins so', async () => {
      const store = await open();
      for (const prefix of [
        'sealed/archive.one',
        'sealed/archive.two',
        'sealed/archives',
        'open/archive.x',
      ] as const)
        await store.commitUpload(
          await store.stageUpload(pieces(randomBytes(10))),
          place(randomBytes(9), prefix),
        );
      const found: string[] = [];
      for await (const { prefix } of store.listKeys('sealed/archive.')) found.push(prefix);
      expect(found.sort()).toEqual(['sealed/archive.one', 'sealed/archive.two']);
    });

    it('gives any part of it', async () => {
      const store = await open();
      const bytes = randomBytes(600_000);
      const at = place(bytes);
      await store.commitUpload(await store.stageUpload(pieces(bytes)), at);
      const bounds = fc
        .tuple(fc.nat(600_000), fc.nat(600_000))
        .map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);
      await fc.assert(
        fc.asyncProperty(bounds, async ([start, end]) => {
          const part = await readAll(store, at, { start: start!, end: end! });
          expect(part!.equals(bytes.subarray(start, end))).toBe(true);
        }),
        { numRuns: 30 },
      );
    });

    it('does not find uncommitted or unknown files', async () => {
      const store = await open();
      const bytes = randomBytes(10);
      const at = place(bytes);
      await store.stageUpload(pieces(bytes));
      expect(await store.read(at)).toBeUndefined();
      expect(await store.size(at)).toBeUndefined();
      expect(await store.commitUpload(createUploadId(), at)).toBe(false);
      expect(await store.commitUpload('../../events.sqlite', at)).toBe(false);
      expect(await all(store)).toEqual([]);
    });

    it('commits idempotently: the same upload, or the same bytes uploaded again', async () => {
      const store = await open();
      const bytes = randomBytes(300_000);
      const at = place(bytes);
      const upload = await store.stageUpload(pieces(bytes));
      await store.commitUpload(upload, at);
      expect(await store.commitUpload(upload, at)).toBe(true);
      expect(await store.commitUpload(await store.stageUpload(pieces(bytes)), at)).toBe(true);
      expect(await all(store)).toEqual([at]);
      expect((await readAll(store, at))!.equals(bytes)).toBe(true);
    });

    it('keeps nothing of an interrupted upload, and throws its error', async () => {
      const store = await open();
      const bytes = randomBytes(600_000);
      const broken = async function* () {
        yield* pieces(bytes);
        throw new Error('the line went dead');
      };
      await expect(store.stageUpload(broken())).rejects.toThrow('the line went dead');
      expect(await store.discardUploadsBefore(new Date(Date.now() + 60_000))).toBe(0);
    });

    it('takes the next piece only when the one before is written', async () => {
      const store = await open();
      let given = 0;
      const piece = randomBytes(1024 * 1024);
      const source = async function* () {
        for (; given < 16; given++) yield piece;
        throw new Error('enough');
      };
      const staged = store.stageUpload(source());
      await expect(staged).rejects.toThrow('enough');
      expect(given).toBe(16);
    });

    it('discards uncommitted uploads, and keeps committed files', async () => {
      const store = await open();
      const [used, unused, discarded] = [randomBytes(100), randomBytes(200), randomBytes(300)];
      const at = place(used);
      await store.commitUpload(await store.stageUpload(pieces(used)), at);
      const left = await store.stageUpload(pieces(unused));
      await store.discardUpload(await store.stageUpload(pieces(discarded)));
      expect(await store.discardUploadsBefore(new Date(Date.now() - 60_000))).toBe(0);
      expect(await store.discardUploadsBefore(new Date(Date.now() + 60_000))).toBe(1);
      expect(await store.commitUpload(left, place(unused))).toBe(false);
      expect((await readAll(store, at))!.equals(used)).toBe(true);
    });

    it('removes a prefix with everything on it, and no other', async () => {
      const store = await open();
      const person = randomUUID();
      const [one, two, other] = [randomBytes(10), randomBytes(20), randomBytes(30)];
      const kept = [
        place(one, `sealed/${person}`),
        place(two, `sealed/${person}`),
        place(other, `open/${person}`),
      ] as const;
      for (const [index, bytes] of [one, two, other].entries())
        await store.commitUpload(await store.stageUpload(pieces(bytes)), kept[index]!);
      expect(await store.removeWithPrefix(`sealed/${person}`)).toBe(2);
      expect(await store.removeWithPrefix(`sealed/${person}`)).toBe(0);
      expect(await all(store)).toEqual([kept[2]]);
      expect(await store.read(kept[0])).toBeUndefined();
    });

    it.each(['open/../../etc', 'open/a/b', 'elsewhere/a', 'open/', 'open/.hidden', 'open/a..b'])(
      'refuses the prefix %s',
      async (prefix) => {
        const store = await open();
        const at = { prefix: prefix as BlobKey['prefix'], name: 'a'.repeat(64) };
        await expect(store.commitUpload(createUploadId(), at)).rejects.toThrow('no shelf');
        await expect(store.removeWithPrefix(at.prefix)).rejects.toThrow('no shelf');
      },
    );

    it.each(['', '../a', 'A'.repeat(64)])('refuses the name “%s”', async (file) => {
      const store = await open();
      await expect(async () => store.read({ prefix: 'open/a', name: file })).rejects.toThrow('64 hex digits');
    });
  });
}
