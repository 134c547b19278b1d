import { describe, expect, it } from '@jest/globals';
import { parseMongoUrl } from '#projections/engines/mongo/mongo-url.js';

describe('the address of MongoDB', () => {
  it.each([
    ['mongodb://host', 'mongodb://host/daybook', 'daybook'],
    ['mongodb://host/', 'mongodb://host/daybook', 'daybook'],
    ['mongodb://ada:s3cret@host:27018/books?replicaSet=rs0', 'mongodb://host:27018/books', 'books'],
    ['mongodb://ada:s3%40cret@a:1,b:2,c/x?w=1', 'mongodb://a:1,b:2,c/x', 'x'],
    ['mongodb://ada:s3@cret@host/x', 'mongodb://host/x', 'x'],
    ['mongodb://ada:s3/cret@host/x', 'mongodb://host/x', 'x'],
    ['mongodb+srv://ada:s3cret@cluster.example', 'mongodb+srv://cluster.example/daybook', 'daybook'],
  ])('%s is shown as %s', (url, shown, database) => {
    expect(parseMongoUrl(url)).toMatchObject({ displayUrl: shown, database });
  });

  it('says which options it decides itself', () => {
    expect(parseMongoUrl('mongodb://h/x?maxPoolSize=5&w=majority').options).toEqual(
      new Set(['maxpoolsize', 'w']),
    );
  });
});
