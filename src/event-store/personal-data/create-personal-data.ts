import { createHmac } from 'node:crypto';
import { DAMAGED, ERASED, KEY_MISSING } from '#specification/model/stored-value.js';
import { createPersonKeys, DESTROYED_KEY, type PersonKey, type PersonKeys } from './person-keys.js';
import { toPersonKeyState, type PersonKeysStore } from './person-keys-store.js';
import { MASTER_KEY_VARIABLE, type InstallationKeys } from './master-key.js';
import {
  mapSealedValues,
  isSealed,
  type KeyOwner,
  type PersonalData,
  type FindRecordedErasures,
  type SealedValue,
} from './personal-data.js';
import { PersonalDataUnreadable } from './personal-data-unreadable.js';
import { encryptBytes, decryptBytes } from './encrypt-bytes.js';

/** Without a log, every destroyed key counts as erased. */
export function createPersonalData(
  store: PersonKeysStore,
  { wrap, digest }: InstallationKeys,
  erasures: FindRecordedErasures = async (names) => new Set(names),
): PersonalData {
  const personKeys = createPersonKeys(store, wrap, erasures);
  const missing = createNameNotifier();
  const damaged = createNameNotifier();
  return {
    async seal(owner, value) {
      const text = JSON.stringify(value) as string | undefined;
      if (text === undefined) throw new TypeError('only JSON can be sealed');
      personKeys.refreshIfStale();
      const person = toKeyName(owner);
      const sealed = encryptBytes(
        await personKeys.findOrCreate(person, toFormerKeyName(owner)),
        person,
        Buffer.from(text),
      );
      return { sealed: { person, box: sealed.toString('base64url') } };
    },
    async open<T>(json: T) {
      personKeys.refreshIfStale();
      const refuse = ({ sealed }: SealedValue) => {
        throw keyNotFoundError(sealed.person, store.place);
      };
      return openAll(json, personKeys, { withoutKey: refuse, damaged: throwDamagedValue }) as Promise<T>;
    },
    async openLayer(value) {
      personKeys.refreshIfStale();
      const { person } = value.sealed;
      const key = personKeys.findCached(person) ?? (await personKeys.find([person])).get(person);
      const withoutKey = () => {
        throw keyNotFoundError(person, store.place);
      };
      return openOne(key, value, { withoutKey, damaged: throwDamagedValue });
    },
    async openForDisplay<T>(json: T) {
      personKeys.refreshIfStale();
      const without = new Set<string>();
      const broken = new Set<string>();
      const shown = await openAll(json, personKeys, {
        withoutKey: ({ sealed }) => without.add(sealed.person) && KEY_MISSING,
        damaged: ({ sealed }) => broken.add(sealed.person) && DAMAGED,
      });
      missing.notify(without);
      damaged.notify(broken);
      return shown as T;
    },
    onMissingKeys: missing.listen,
    onDamagedValues: damaged.listen,
    erase: async (owner) => ({ keyFingerprint: await personKeys.destroy(toKeyName(owner)) }),
    async findKeyStates(people) {
      const rows = await store.find(people);
      return new Map([...rows].map(([person, row]) => [person, toPersonKeyState(row)]));
    },
    listDestroyedKeys: async (after, limit) => store.listDestroyed(after, limit),
    rememberErased: personKeys.rememberErased,
    forbidNewKeys: (why) => personKeys.forbidNewKeys(why),
    digest: (text) => createHmac('sha256', digest).update(text).digest('hex'),
    close: async () => store.close(),
  };
}

const toKeyName = (owner: KeyOwner): string => (typeof owner === 'string' ? owner : owner.name);

const toFormerKeyName = (owner: KeyOwner): string | undefined =>
  typeof owner === 'string' ? undefined : owner.id;

function createNameNotifier() {
  const known = new Set<string>();
  const listeners: ((names: readonly string[]) => void)[] = [];
  return {
    notify(names: ReadonlySet<string>) {
      const now = [...names].filter((name) => !known.has(name));
      for (const name of now) known.add(name);
      if (now.length > 0) for (const listener of listeners) listener(now);
    },
    listen: (listener: (names: readonly string[]) => void) => void listeners.push(listener),
  };
}

interface SealedFallback {
  withoutKey(value: SealedValue): unknown;
  damaged(value: SealedValue): unknown;
}

/** Fetches missing keys together. */
async function openAll(json: unknown, personKeys: PersonKeys, opening: SealedFallback): Promise<unknown> {
  const keys = new Map<string, PersonKey | undefined>();
  for (;;) {
    const missing = new Set<string>();
    const open = (value: SealedValue): unknown => {
      const { person } = value.sealed;
      if (!keys.has(person)) {
        const key = personKeys.findCached(person);
        if (!key) return missing.add(person) && value;
        keys.set(person, key);
      }
      const opened = openOne(keys.get(person), value, opening);
      if (isSealed(opened)) return open(opened);
      return Array.isArray(opened) ? opened.map((each) => (isSealed(each) ? open(each) : each)) : opened;
    };
    const opened = mapSealedValues(json, open);
    if (missing.size === 0) return opened;
    const found = await personKeys.find(missing);
    for (const person of missing) keys.set(person, found.get(person));
  }
}

const keyNotFoundError = (person: string, place: string) =>
  new PersonalDataUnreadable(
    `There is no key of person ${person} in ${place}. It is older than the log, or another installation's: restore the right one from a backup.`,
  );

function throwDamagedValue({ sealed }: SealedValue): never {
  throw new PersonalDataUnreadable(
    `A sealed value of person ${sealed.person} is damaged. Restore the log from a backup, or rebuild the read models.`,
  );
}

function openOne(
  key: PersonKey | undefined,
  value: SealedValue,
  { withoutKey, damaged }: SealedFallback,
): unknown {
  if (key === DESTROYED_KEY) return ERASED;
  if (!key) return withoutKey(value);
  const { sealed } = value;
  const opened = decryptBytes(key, sealed.person, Buffer.from(sealed.box, 'base64url'));
  return opened ? JSON.parse(opened.toString()) : damaged(value);
}

const CHECK = 'daybook master key check';

export const createMasterKeyCheckValue = ({ wrap }: InstallationKeys): Buffer =>
  encryptBytes(wrap, CHECK, Buffer.from(CHECK));

/** Throws `PersonalDataUnreadable`. */
export function assertMasterKeyFits(
  check: Buffer,
  { place }: PersonKeysStore,
  { wrap, origin }: InstallationKeys,
): void {
  if (decryptBytes(wrap, CHECK, check)) return;
  throw new PersonalDataUnreadable(
    `The master key in ${origin} does not fit ${place}. Restore the one it was made with, or set ${MASTER_KEY_VARIABLE} to it.`,
  );
}
