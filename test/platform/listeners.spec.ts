// Whoever has stopped listening is told nothing more.
import { describe, expect, it } from '@jest/globals';
import { Troubles } from '#platform/troubles.js';
import { ProgressNotifier } from '#projections/subscription/subscription-status.js';

const heard: string[] = [];
const cases = [
  [
    'health issues',
    () => {
      const troubles = new Troubles();
      const tell = (about: string) => troubles.tell({ about, what: about, shown: about, grave: false });
      return { listen: () => troubles.onTold(({ about }) => heard.push(about)), tell };
    },
  ],
  [
    'the progress of a subscription',
    () => {
      const notifier = new ProgressNotifier<string>();
      return {
        listen: () => notifier.listen((news) => heard.push(news)),
        tell: (news: string) => notifier.tell(news),
      };
    },
  ],
] as const;

describe('a listener', () => {
  it.each(cases)('to %s hears what comes until it ends', (_, make) => {
    heard.length = 0;
    const { listen, tell } = make();
    const [end] = [listen()];
    tell('one');
    end();
    tell('two');
    expect(heard).toEqual(['one']);
  });
});
