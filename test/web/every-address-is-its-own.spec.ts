// Applications, entities, actions and screens may be called like parts of other addresses: none of them is taken by another route.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import {
  APPLICATION_KEY,
  ENTITY_KEY,
  isReservedApplication,
  isReservedRoute,
  NAME,
} from '#specification/keys.js';
import { startDaybook, type Daybook } from './daybook.js';

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

  /** Every word that stands in some address, as whoever writes a specification could write it. */
  const words = () => {
    const parts = declared.flatMap(({ path }) => path.split('/'));
    const literal = parts.filter((part) => /^[a-z]/i.test(part));
    return [...new Set([...literal, 'new', 'edit', 'live', 'comment', 'assign'].flatMap(inEveryCase))];
  };

  const keysOf = (part: string): readonly string[] => {
    const all = words();
    switch (part) {
      case ':application':
        return all.filter((word) => APPLICATION_KEY.test(word) && !isReservedApplication(word));
      case ':entity':
        return all.filter((word) => ENTITY_KEY.test(word));
      case ':action':
        return all.filter((word) => NAME.test(word));
      case '*path': {
        const screens = all.filter((word) => SCREEN.test(word));
        const deep = screens.flatMap((first) => screens.map((second) => `${first}/${second}`));
        return [...screens, ...deep].filter((path) => !isReservedRoute(`/${path}`));
      }
      default:
        return [part.startsWith(':') ? uuid() : part];
    }
  };

  const addressesOf = (path: string): readonly string[] =>
    path
      .split('/')
      .slice(1)
      .reduce<readonly string[]>(
        (before, part) => before.flatMap((start) => keysOf(part).map((key) => `${start}/${key}`)),
        [''],
      );

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
