// Purchases above the limit of two pairs of eyes: two people approve and sign, one of them now and then as a deputy; one refuses; some still wait.
import type { DemoName } from '../people.js';
import { Story } from '../story.js';
import { LARGE, Purchase } from './requests.js';
import { REFUSALS } from './words.js';

/** Nobody who decides about them. */
const REQUESTERS: readonly DemoName[] = ['jonas', 'lena', 'hanneke', 'willem', 'mehmet'];

const APPROVE = 'approveLarge';

/** How it goes: each can be seen once at least. */
const FATES = ['signed', 'refused', 'again', 'deputy', 'takenBack', 'signed', 'first', 'waiting'] as const;

export function* createLargeRequests(begin: number, until: number): Iterable<Story> {
  for (const [index, fate] of FATES.entries()) {
    const opened = begin + ((until - begin) * (index + 2)) / (FATES.length + 2);
    const name = `large ${index + 1}`;
    const scene = { application: 'purchasing', entity: 'Request', name, begin: opened, until };
    const need = LARGE[index % LARGE.length]!;
    yield new LargePurchase(new Story(scene), need, REQUESTERS).toldAs(fate);
  }
}

class LargePurchase extends Purchase {
  private get other(): DemoName {
    return this.approver === 'priya' ? 'thomas' : 'priya';
  }

  toldAs(fate: (typeof FATES)[number]): Story {
    this.write();
    this.submit();
    return this[fate]();
  }

  signed(): Story {
    this.story.days(3, 5).approve(APPROVE, this.approver);
    this.story.days(1, 3).approve(APPROVE, this.other);
    return this.fulfilled();
  }

  override refused(): Story {
    const { story, approver, other } = this;
    story.days(1, 3).approve(APPROVE, approver);
    story.days(1, 3).refuse(APPROVE, other, REFUSALS[0]);
    return story.days(1, 4).take('reject', approver, {}, REFUSALS[1]);
  }

  /** What was approved has changed: whoever had signed signs again. */
  again(): Story {
    const { story, approver, other, requester } = this;
    story.days(1, 3).approve(APPROVE, approver);
    story.days(0, 2).take('ask', other, {}, 'Is delivery in the price, and who looks after it?');
    const lines = [...this.pricedLines(), { item: 'Delivery and training', quantity: 1, price: '480' }];
    story.hours(2, 20).change(requester, { lines });
    this.submit();
    return this.signed();
  }

  deputy(): Story {
    this.story.days(1, 2).approve(APPROVE, 'priya');
    this.story.days(1, 3).approve(APPROVE, 'paul', 'thomas');
    return this.fulfilled();
  }

  takenBack(): Story {
    const { story, approver } = this;
    story.days(1, 3).approve(APPROVE, approver);
    story.hours(1, 4).takeBack(APPROVE, approver);
    story.comment(
      approver,
      'I took it back: the offer is for the old model. Please ask them for the new one.',
    );
    story.days(1, 3).comment(this.requester, 'They have confirmed the new model at the same price.');
    return this.signed();
  }

  first(): Story {
    const { story, approver } = this;
    return story.days(1, 3).approve(APPROVE, approver).comment(approver, 'From my side, yes.');
  }

  waiting(): Story {
    return this.story.days(4, 6).comment(this.requester, 'Two more offers are on their way.');
  }
}
