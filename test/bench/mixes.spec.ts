// Which engines a measurement is told to compare.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isSmallServer, findEngineMixes, nameMix } from '#bench/engine-mixes.js';

const ESDB = 'esdb://admin:secret@one.example.org:2113,two.example.org:2113?tls=false';
const MONGO = 'mongodb://127.0.0.1:27017/x';

describe('engines to measure', () => {
  const before = { ...process.env };
  beforeEach(() => {
    delete process.env['DAYBOOK_TEST_EVENTSTOREDB'];
    delete process.env['DAYBOOK_TEST_MONGODB'];
  });
  afterEach(() => {
    process.env = { ...before };
  });

  it('are any addresses that are given, the first of them what the others are compared with', () => {
    expect(findEngineMixes([ESDB, 'sqlite', `${ESDB} ${MONGO}`, `sqlite  ${MONGO}`])).toEqual([
      { events: ESDB, reads: 'sqlite' },
      { events: 'sqlite', reads: 'sqlite' },
      { events: ESDB, reads: MONGO },
      { events: 'sqlite', reads: MONGO },
    ]);
  });

  it('are refused where no engine has such an address', () => {
    expect(() => findEngineMixes(['http://127.0.0.1:2113'])).toThrow(/esdb:/);
    expect(() => findEngineMixes([`sqlite ${ESDB}`])).toThrow(/mongodb:/);
  });

  it('are every mix of the embedded ones and the small ones where nothing is given', () => {
    const mixes = findEngineMixes([]);
    expect(mixes.map(isSmallServer)).toEqual([false, true, true, true]);
    expect(mixes.map(nameMix)).toEqual([
      ['SQLite', 'SQLite'],
      ['small EventStoreDB', 'SQLite'],
      ['SQLite', 'small MongoDB'],
      ['small EventStoreDB', 'small MongoDB'],
    ]);
  });

  it('are real ones where the environment names them', () => {
    process.env['DAYBOOK_TEST_EVENTSTOREDB'] = ESDB;
    expect(findEngineMixes([]).map(({ events }) => events)).toEqual(['sqlite', ESDB, 'sqlite', ESDB]);
  });

  it('are shown without their passwords', () => {
    expect(nameMix({ events: ESDB, reads: MONGO })).toEqual([
      'EventStoreDB one.example.org:2113,two.example.org:2113',
      'MongoDB 127.0.0.1:27017',
    ]);
  });
});
