// The list of people to choose from is made from few questions, however many people there are.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { RegisterUser } from '#domain/user/user-commands.js';
import { createPeopleNamesCache } from '#query-handling/names/find-names.js';
import { startDaybook, system, type Daybook } from '#test/web/daybook.js';

describe('given more people than are opened at a stretch', () => {
  const MANY = 120;
  let daybook: Daybook;

  beforeAll(async () => {
    daybook = await startDaybook({ peopled: false });
    const names = Array.from({ length: MANY }, (_, n) => `Person ${String(n).padStart(3, '0')}`);
    await Promise.all(
      names.map((name) => daybook.send(new RegisterUser({ id: uuid(), name, context: system() }))),
    );
    await daybook.settled();
  });
  afterAll(() => daybook.close());

  it('lists all of them by one question about names that look alike and one about the people', async () => {
    const { projections, personal } = daybook.installation;
    let questions = 0;
    const counting = (name: string) =>
      new Proxy(projections.generation(name), {
        get(generation, key) {
          if (key === 'find') questions += 1;
          return Reflect.get(generation, key) as unknown;
        },
      });
    const readModels = {
      generation: counting,
      onWritten: projections.onWritten.bind(projections),
    };
    const people = createPeopleNamesCache(readModels, personal);
    const listed = await people.listed();
    people.close();
    expect(listed.map(({ name }) => name)).toEqual(
      Array.from({ length: MANY }, (_, n) => `Person ${String(n).padStart(3, '0')}`),
    );
    expect(questions).toBe(2);
  });
});
