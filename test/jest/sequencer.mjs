// What takes long first: begun last, it would keep one worker busy while all others are done.
import Sequencer from '@jest/test-sequencer';

const LONG = ['views/looks', 'architecture/architecture', 'groups/', 'journeys/', 'faults/', 'cli/'];

const rank = ({ path }) => {
  const place = LONG.findIndex((each) => path.replaceAll('\\', '/').includes(`/test/${each}`));
  return place < 0 ? LONG.length : place;
};

export default class LongOnesFirst extends Sequencer {
  async sort(tests) {
    // A stable sort: within a rank, Jest's own order stays (failed before, slow before, large before).
    return [...(await super.sort(tests))].sort((one, other) => rank(one) - rank(other));
  }
}
