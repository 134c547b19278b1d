// Also covers personal data over the store, from one machine or several.
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import type { PersonKeysStore, NewPersonKey } from '#event-store/personal-data/person-keys-store.js';
import { loadInstallationKeys } from '#event-store/personal-data/master-key.js';
import { PersonErasedError, type PersonalData } from '#event-store/personal-data/personal-data.js';
import {
  createPersonalData,
  createMasterKeyCheckValue,
  assertMasterKeyFits,
} from '#event-store/personal-data/create-personal-data.js';
import { PersonalDataUnreadable } from '#event-store/personal-data/personal-data-unreadable.js';

export interface KeysAdapter {
  /** The same keys within one test, as another process opens them. */
  open(): Promise<PersonKeysStore>;
  /** Empties the store for the next test. */
  reset(): Promise<void>;
  /** Milliseconds in which an erasure by another process may go unnoticed. */
  readonly unnoticed: number;
}

const keysOf = (fill: number) => loadInstallationKeys('', true, Buffer.alloc(32, fill).toString('base64'));
const newKey = (person: string): NewPersonKey => ({
  person,
  wrapped: randomBytes(60),
  fingerprint: randomBytes(32).toString('hex'),
});

/** For caches, until mocks are restored. */
function advanceClock(milliseconds: number): void {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds);
}

export function keysStoreContract(name: string, adapter: KeysAdapter): void {
  describe(`keys of persons in ${name}`, () => {
    let opened: PersonKeysStore[] = [];
    const open = async () => {
      const store = await adapter.open();
      opened.push(store);
      return store;
    };
    const personal = async (): Promise<PersonalData> => createPersonalData(await open(), keysOf(1));
    const person = () => randomUUID();

    beforeEach(() => adapter.reset());
    afterEach(async () => {
      jest.restoreAllMocks();
      await Promise.all(opened.map(async (store) => store.close()));
      opened = [];
    });

    it('are found as they were added, by another process too, and only those asked for', async () => {
      const [here, there] = [await open(), await open()];
      const [ada, ben, eve] = [newKey(person()), newKey(person()), newKey(person())];
      await here.add([ada, ben]);
      await here.add([eve]);
      for (const store of [here, there]) {
        const found = await store.find([ada.person, eve.person, person()]);
        expect([...found.keys()].sort()).toEqual([ada.person, eve.person].sort());
        expect(found.get(ada.person)).toEqual({ wrapped: ada.wrapped, fingerprint: ada.fingerprint });
      }
      expect(await here.find([])).toEqual(new Map());
    });

    it('are made once, however many processes make one at the same moment', async () => {
      const stores = await Promise.all([1, 2, 3, 4].map(open));
      const people = Array.from({ length: 20 }, person);
      await Promise.all(stores.map(async (store) => store.add(people.map(newKey))));
      const rows = await Promise.all(stores.map(async (store) => store.find(people)));
      for (const row of rows) {
        expect(row.size).toBe(20);
        expect(row).toEqual(rows[0]);
      }
    });

    it('stay destroyed, whoever adds one for that person, and the fingerprint is told ever again', async () => {
      const [here, there] = [await open(), await open()];
      const ada = newKey(person());
      await here.add([ada]);
      expect(await there.destroy(ada.person)).toBe(ada.fingerprint);
      await here.add([newKey(ada.person)]);
      for (const store of [here, there]) {
        expect((await store.find([ada.person])).get(ada.person)).toEqual({
          wrapped: null,
          fingerprint: ada.fingerprint,
        });
        expect(await store.destroy(ada.person)).toBe(ada.fingerprint);
      }
    });

    it('can be destroyed before there was one, and then there never is', async () => {
      const store = await open();
      const ada = person();
      expect(await store.destroy(ada)).toBeNull();
      await store.add([newKey(ada)]);
      expect((await store.find([ada])).get(ada)).toEqual({ wrapped: null, fingerprint: null });
      expect(await store.destroy(ada)).toBeNull();
    });

    it('belong to one master key: the first check is kept, whoever comes second', async () => {
      const checks = await Promise.all(
        [1, 2, 3].map(async (fill) =>
          (await open()).findOrStoreCheck(() => createMasterKeyCheckValue(keysOf(fill))),
        ),
      );
      expect(checks).toEqual([checks[0], checks[0], checks[0]]);
      const store = await open();
      const fits = [1, 2, 3].map((fill) => {
        try {
          return assertMasterKeyFits(checks[0]!, store, keysOf(fill));
        } catch (error) {
          return error;
        }
      });
      expect(fits.filter((each) => each === undefined)).toHaveLength(1);
      expect(fits.filter((each) => each instanceof PersonalDataUnreadable)).toHaveLength(2);
    });

    it('open on one machine what was sealed on another', async () => {
      const [here, there] = [await personal(), await personal()];
      const [ada, ben] = [person(), person()];
      const sealed = await Promise.all([
        here.seal(ada, 'Ada, here'),
        there.seal(ada, 'Ada, there'),
        there.seal(ben, { born: 1815 }),
      ]);
      for (const machine of [here, there, await personal()])
        expect(await machine.open({ list: sealed })).toEqual({
          list: ['Ada, here', 'Ada, there', { born: 1815 }],
        });
      expect(here.digest('ada')).toBe(there.digest('ada'));
    });

    it('erase a person for every machine within the time promised, and nobody else', async () => {
      const [here, there] = [await personal(), await personal()];
      const [ada, ben] = [person(), person()];
      const sealed = [await here.seal(ada, 'Ada'), await here.seal(ben, 'Ben')];
      expect(await there.open(sealed)).toEqual(['Ada', 'Ben']);
      const { keyFingerprint } = await here.erase(ada);
      expect(keyFingerprint).toMatch(/^[0-9a-f]{64}$/);
      expect(await here.open(sealed)).toEqual([{ erased: true }, 'Ben']);
      await expect(here.seal(ada, 'again')).rejects.toThrow(PersonErasedError);
      advanceClock(adapter.unnoticed);
      expect(await there.open(sealed)).toEqual([{ erased: true }, 'Ben']);
      await expect(there.seal(ada, 'again')).rejects.toThrow(PersonErasedError);
      expect(await there.erase(ada)).toEqual({ keyFingerprint });
    });

    it('are missing, not erased, where they are destroyed and the log knows of no erasure', async () => {
      const [ada, ben] = [person(), person()];
      const inLog = new Set([ben]);
      const erasures = async (names: readonly string[]) =>
        new Set(names.filter((each) => inLog.has(each as typeof ada)));
      const here = createPersonalData(await open(), keysOf(1), erasures);
      const sealed = [await here.seal(ada, 'Ada'), await here.seal(ben, 'Ben')];
      await Promise.all([here.erase(ada), here.erase(ben)]);
      expect(await here.openForDisplay(sealed)).toEqual([{ keyMissing: true }, { erased: true }]);
      await expect(here.open(sealed)).rejects.toThrow(PersonalDataUnreadable);
      await expect(here.seal(ada, 'again')).rejects.toThrow(PersonalDataUnreadable);
      await expect(here.seal(ben, 'again')).rejects.toThrow(PersonErasedError);
      inLog.add(ada);
      advanceClock(adapter.unnoticed);
      expect(await here.openForDisplay(sealed)).toEqual([{ erased: true }, { erased: true }]);
    });

    it('are named in pages where they are destroyed', async () => {
      const store = await open();
      const [kept, ...gone] = ['a', 'b', 'c', 'd', 'e'];
      await store.add([kept!, ...gone].map(newKey));
      for (const name of gone) await store.destroy(name);
      expect(await store.listDestroyed('', 2)).toEqual(['b', 'c']);
      expect(await store.listDestroyed('c', 3)).toEqual(['d', 'e']);
      expect(await store.listDestroyed('e', 3)).toEqual([]);
    });

    it('never remember a key that was being looked up while its person was erased', async () => {
      const store = await open();
      const ada = person();
      const sealed = await createPersonalData(await open(), keysOf(1)).seal(ada, 'Ada');
      let answer = () => {};
      const held = new Promise<void>((resolve) => (answer = resolve));
      let found = () => {};
      const isFound = new Promise<void>((resolve) => (found = resolve));
      const slow = createPersonalData(
        {
          ...store,
          isStale: () => false,
          find: async (people) => {
            const keys = await store.find(people);
            found();
            await held;
            return keys;
          },
        },
        keysOf(1),
      );
      const opening = slow.open(sealed);
      await isFound;
      await slow.erase(ada);
      answer();
      await opening;
      expect(await slow.open(sealed)).toEqual({ erased: true });
    });

    it('say whose keys are not there, and where they were looked for', async () => {
      const [here, ada] = [await personal(), person()];
      const sealed = { sealed: { person: ada, box: randomBytes(40).toString('base64url') } };
      const store = opened.at(-1)!;
      await expect(here.open(sealed)).rejects.toThrow(`There is no key of person ${ada} in ${store.place}.`);
    });
  });
}
