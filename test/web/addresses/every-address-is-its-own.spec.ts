// Applications, entities, actions and screens may have keys that are words of other routes.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import {
  APPLICATION_KEY_PATTERN,
  ENTITY_KEY_PATTERN,
  isReservedApplication,
  isReservedRoute,
  NAME_PATTERN,
} from '#specification/document/key-grammar.js';
import { startDaybook, type Daybook } from '../daybook.js';

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

interface Declared {
  readonly layer: Layer;
  readonly path: string;
  readonly methods: readonly string[];
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const inEveryCase = (word: string) => [word, capital(word), word.toUpperCase(), word.toLowerCase()];
const SCREEN = /^[a-z0-9][a-z0-9-]*$/;
const SCREENS = '*path';
const ID = uuid();

const segmentsOf = (path: string): readonly string[] => path.split('/').slice(1);
const isWord = (part: string): boolean => !/^[:*]/.test(part);

/** Screens may have addresses of several parts. */
const toLength = (parts: readonly string[], length: number): readonly string[] =>
  parts.at(-1)?.startsWith('*')
    ? [...parts, ...Array<string>(Math.max(0, length - parts.length)).fill(parts.at(-1)!)]
    : parts;

/** Values for `part` where another route has the word `theirs`. */
function keysOf(part: string, theirs: string): readonly string[] {
  if (isWord(part)) return [part];
  const like = (isKey: (word: string) => boolean, otherwise: string) =>
    isWord(theirs) ? inEveryCase(theirs).filter(isKey) : [otherwise];
  switch (part) {
    case ':application':
      return like((word) => APPLICATION_KEY_PATTERN.test(word) && !isReservedApplication(word), 'shop');
    case ':entity':
      return like((word) => ENTITY_KEY_PATTERN.test(word), 'Order');
    case ':action':
      return like((word) => NAME_PATTERN.test(word), 'approve');
    case SCREENS:
      return like((word) => SCREEN.test(word), 'orders');
    default:
      return [ID];
  }
}

function isAllowed(path: string, address: string): boolean {
  const index = segmentsOf(path).indexOf(SCREENS);
  return index === -1 || !isReservedRoute(`/${segmentsOf(address).slice(index).join('/')}`);
}

describe('given keys that are called like parts of addresses', () => {
  let daybook: Daybook;
  let layers: readonly Layer[];
  let declared: readonly Declared[];

  beforeAll(async () => {
    daybook = await startDaybook();
    const { router } = daybook.app.getHttpAdapter().getInstance() as unknown as {
      router: { stack: readonly Layer[] };
    };
    layers = router.stack;
    declared = layers.flatMap((layer) =>
      layer.route ? [{ layer, path: layer.route.path, methods: Object.keys(layer.route.methods) }] : [],
    );
  });

  afterAll(async () => daybook.close());

  /** Addresses of one route that another could match, in every spelling. */
  const likeThoseOf = (path: string, other: string): readonly string[] => {
    const theirs = segmentsOf(other);
    const ours = toLength(segmentsOf(path), theirs.length);
    const along = toLength(theirs, ours.length);
    if (ours.length !== along.length) return [];
    const starts = ours.reduce<readonly string[]>(
      (before, part, index) =>
        before.flatMap((start) => keysOf(part, along[index]!).map((key) => `${start}/${key}`)),
      [''],
    );
    return starts.filter((address) => isAllowed(path, address));
  };

  const addressesOf = (path: string): readonly string[] => [
    ...new Set(declared.flatMap((other) => likeThoseOf(path, other.path))),
  ];

  const answering = (address: string, methods: readonly string[]) =>
    layers.find((layer) => methods.some((method) => layer.route?.methods[method]) && layer.match(address));

  it('when each address is asked for, then the route answers that it was made for', () => {
    const taken = declared.flatMap(({ layer, path, methods }) =>
      addressesOf(path).flatMap((address) => {
        const first = answering(address, methods);
        return first === layer ? [] : [`${address} of ${path} goes to ${first?.route?.path}`];
      }),
    );
    expect(declared.length).toBeGreaterThan(30);
    expect(taken).toEqual([]);
  });
});
