// Whoever has stopped listening is told nothing more.
import { describe, expect, it } from '@jest/globals';
import { HealthIssues } from '#platform/health-issues.js';
import { ProgressNotifier } from '#projections/subscription/subscription-status.js';

const heard: string[] = [];
const cases = [
  [
    'health issues',
    () => {
      const troubles = new HealthIssues();
      const tell = (about: string) =>
        troubles.raise({ key: about, adminMessage: about, publicMessage: about, severity: 'warning' });
      return { listen: () => troubles.onRaised(({ key }) => heard.push(key)), tell };
    },
  ],
  [
    'the progress of a subscription',
    () => {
      const notifier = new ProgressNotifier<string>();
      return {
        listen: () => notifier.listen((news) => heard.push(news)),
        tell: (news: string) => notifier.notify(news),
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
