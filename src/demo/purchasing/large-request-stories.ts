// Requests above the two-eyes limit.
import type { DemoPersonKey } from '../demo-people.js';
import { Story } from '../story.js';
import { LARGE_PURCHASE_NEEDS, PurchaseStory } from './request-stories.js';
import { APPROVAL_REFUSAL_REASONS } from './sample-texts.js';

const REQUESTERS: readonly DemoPersonKey[] = ['jonas', 'lena', 'hanneke', 'willem', 'mehmet'];

const APPROVE = 'approveLarge';

/** Each occurs at least once. */
const FATES = ['signed', 'refused', 'again', 'deputy', 'takenBack', 'signed', 'first', 'waiting'] as const;

export function* generateLargeRequestStories(begin: number, until: number): Iterable<Story> {
  for (const [index, fate] of FATES.entries()) {
    const opened = begin + ((until - begin) * (index + 2)) / (FATES.length + 2);
    const name = `large ${index + 1}`;
    const scene = { application: 'purchasing', entity: 'Request', name, begin: opened, until };
    const need = LARGE_PURCHASE_NEEDS[index % LARGE_PURCHASE_NEEDS.length]!;
    yield new LargePurchase(new Story(scene), need, REQUESTERS).tellAs(fate);
  }
}

class LargePurchase extends PurchaseStory {
  private get other(): DemoPersonKey {
    return this.approver === 'priya' ? 'thomas' : 'priya';
  }

  tellAs(fate: (typeof FATES)[number]): Story {
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
    story.days(1, 3).refuse(APPROVE, other, APPROVAL_REFUSAL_REASONS[0]);
    return story.days(1, 4).take('reject', approver, {}, APPROVAL_REFUSAL_REASONS[1]);
  }

  /** A change after approval restarts the signatures. */
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
