import { formatUnits } from '#specification/model/stored-value.js';
import { DAY_MS } from '../office-time.js';
import { DEMO_PEOPLE, type DemoPersonKey } from '../demo-people.js';
import { Story } from '../story.js';
import { addPastOrderCall } from './add-past-order-call.js';
import { COST_CENTRES, PURCHASE_NEEDS, SUPPLIERS, type PurchaseNeed } from './purchasing-data.js';
import { deriveCostCentreId, deriveSupplierId } from './master-data-stories.js';
import {
  CANCELLATION_REASONS,
  ORDER_REMARKS,
  QUESTIONS,
  REJECTION_REASONS,
  COMMENT_TEXTS,
  WITHDRAWAL_REASONS,
} from './sample-texts.js';

const euros = (cents: number) => formatUnits(cents, 2);

/** In cents; above it two people approve (section 9 of the specification). */
const TWO_EYES = 500_000;
const REQUESTERS: readonly DemoPersonKey[] = [
  'jonas',
  'lena',
  'paul',
  'hanneke',
  'willem',
  'mehmet',
  'greta',
  'priya',
  'thomas',
];

const price = (need: PurchaseNeed) => need.lines.reduce((sum, [, least, , each]) => sum + least * each, 0);
const EVERYDAY = PURCHASE_NEEDS.filter((need) => price(need) <= TWO_EYES);
export const LARGE_PURCHASE_NEEDS = PURCHASE_NEEDS.filter((need) => price(need) > TWO_EYES);

export function* generateRequestStories(begin: number, until: number): Iterable<Story> {
  const count = 176;
  for (let index = 0; index < count; index++) {
    const name = `request ${index + 1}`;
    const opened = begin + 7 * DAY_MS + ((until - begin - 8 * DAY_MS) * index) / count;
    yield new PurchaseStory(
      new Story({ application: 'purchasing', entity: 'Request', name, begin: opened, until }),
    ).tell();
  }
}

export class PurchaseStory {
  protected readonly requester: DemoPersonKey;
  protected readonly approver: DemoPersonKey;
  protected readonly need: PurchaseNeed;
  /** Prices in cents. */
  private lines: { item: string; quantity: number; price: number }[];

  constructor(
    protected readonly story: Story,
    need?: PurchaseNeed,
    requesters = REQUESTERS,
  ) {
    const { random } = story;
    this.need = need ?? random.pick(EVERYDAY);
    const { budgetHolder } = COST_CENTRES.find((centre) => centre.code === this.need.costCentre)!;
    this.requester = random.pick(requesters);
    this.approver =
      this.requester !== budgetHolder ? budgetHolder : budgetHolder === 'priya' ? 'thomas' : 'priya';
    this.lines = this.need.lines.map(([item, least, most, each]) => ({
      item,
      quantity: this.affordable(least, most, each),
      price: each,
    }));
  }

  private affordable(least: number, most: number, each: number): number {
    const share = TWO_EYES / this.need.lines.length;
    const top = Math.max(least, Math.min(most, Math.floor(share / each)));
    return this.story.random.between(least, top);
  }

  tell(): Story {
    const { story } = this;
    this.write();
    if (story.random.chance(4)) return story;
    if (story.random.chance(25)) this.addLine();
    this.submit();
    const turn = story.random.between(1, 100);
    if (turn <= 8) return this.refused();
    if (turn <= 16) this.takenUpAgain();
    else if (turn <= 24) this.questioned();
    else if (turn <= 28) return this.withdrawn();
    return this.carriedOut();
  }

  protected write(): void {
    const { story, need, requester } = this;
    const centre = COST_CENTRES.find(({ code }) => code === need.costCentre)!;
    const travels = need.supplier === 'Bahn & Bett Reisen';
    story.open(requester, {
      title: need.title,
      department: centre.department,
      costCentre: deriveCostCentreId(centre.code),
      budgetHolder: DEMO_PEOPLE[this.approver].id,
      supplier: deriveSupplierId(need.supplier),
      urgency: story.random.pick(['Normal', 'Normal', 'Normal', 'Soon', 'Urgent']),
      ...(story.random.chance(60) && { neededBy: story.dayIn(story.random.between(10, 45)) }),
      why: need.why,
      lines: this.pricedLines(),
      requestedBy: DEMO_PEOPLE[requester].id,
      ...(travels && { iban: `DE${story.random.between(10, 99)}50010517${story.random.between(1e9, 9e9)}` }),
    });
  }

  protected pricedLines() {
    return this.lines.map((line) => ({ ...line, price: euros(line.price) }));
  }

  private addLine(): void {
    this.lines = [
      ...this.lines,
      { item: 'Delivery', quantity: 1, price: this.story.random.pick([590, 990, 1490]) },
    ];
    this.story.hours(1, 5).change(this.requester, { lines: this.pricedLines() });
  }

  protected submit(): void {
    this.story.hours(0, 3).take('submit', this.requester).waitsFor('remindBudgetHolder', 'P3D');
    if (this.story.random.chance(25))
      this.story.hours(1, 8).comment(this.requester, this.story.random.pick(COMMENT_TEXTS));
  }

  protected refused(): Story {
    const { story } = this;
    return story.days(1, 4).take('reject', this.approver, {}, story.random.pick(REJECTION_REASONS));
  }

  private takenUpAgain(): void {
    const { story } = this;
    this.refused();
    story.days(1, 3).take('takeUp', this.requester);
    this.lines = this.lines.map((line, index) =>
      index === 0 ? { ...line, price: Math.round(line.price * 0.88) } : line,
    );
    story.hours(1, 4).change(this.requester, {
      lines: this.pricedLines(),
      why: `${this.need.why} Second offer, 12 % cheaper.`,
    });
    this.submit();
  }

  private questioned(): void {
    const { story } = this;
    story.days(0, 3).take('ask', this.approver, {}, story.random.pick(QUESTIONS));
    story.hours(2, 20).change(this.requester, {
      why: `${this.need.why} I have asked around: this is what we need for six months.`,
    });
    this.submit();
  }

  private withdrawn(): Story {
    const { story } = this;
    return story.days(1, 5).take('withdraw', this.requester, {}, story.random.pick(WITHDRAWAL_REASONS));
  }

  private carriedOut(): Story {
    this.story.days(0, 4).take('approve', this.approver);
    const orderNumber = addPastOrderCall(this.story);
    return this.fulfilled(orderNumber);
  }

  protected fulfilled(orderNumber?: string): Story {
    const { story } = this;
    this.ordered(orderNumber);
    if (story.random.chance(5)) {
      story.days(2, 6).take('cancelOrder', 'ines', {}, story.random.pick(CANCELLATION_REASONS));
      const other = story.random.pick(SUPPLIERS.filter(({ name }) => name !== this.need.supplier));
      story.hours(1, 5).change('ines', { supplier: deriveSupplierId(other.name) });
      this.ordered();
    }
    const count = story.random.between(1, 9999);
    story.days(3, 16).take('receive', 'paul', {
      receivedOn: story.dayIn(0),
      deliveryNote: `LS-${count}`,
      complete: story.random.chance(92),
    });
    const amount = this.lines.reduce((sum, line) => sum + line.quantity * line.price, 0);
    return story.days(4, 20).take('pay', 'sofia', {
      invoiceNumber: `RE-${story.random.between(100_000, 999_999)}`,
      invoiceAmount: euros(amount + story.random.pick([0, 0, 0, 490, -1_000])),
      paidOn: story.dayIn(0),
    });
  }

  private ordered(orderNumber?: string): void {
    const { story } = this;
    if (story.random.chance(30)) story.hours(1, 6).assign('ines', 'ines');
    const byHand = `B${story.random.between(10_000, 99_999)}`;
    story.days(0, 2).take('order', 'ines', {
      orderNumber: orderNumber ?? byHand,
      orderedOn: story.dayIn(0),
      expectedOn: story.dayIn(story.random.between(5, 20)),
    });
    story.waitsFor('chaseDelivery', 'P21D');
    if (story.random.chance(15)) story.hours(1, 4).comment('ines', story.random.pick(ORDER_REMARKS));
  }
}
