import { DAY_MS, formatInstant } from '../office-time.js';
import { DEMO_PEOPLE, type DemoPersonKey } from '../demo-people.js';
import { Story } from '../story.js';
import { PERMIT_PROJECTS, STREETS, type PermitProject } from './permit-data.js';
import {
  ADVICE_REMARKS,
  APPLICANT_NAMES,
  MISSING_DOCUMENTS,
  RESUMPTION_REASONS,
  WITHDRAWAL_REASONS,
} from './sample-texts.js';

const COUNT = 100;

export function* generateApplicationStories(begin: number, until: number): Iterable<Story> {
  for (let index = 0; index < COUNT; index++) {
    const name = `application ${index + 1}`;
    const opened = begin + 2 * DAY_MS + ((until - begin - 3 * DAY_MS) * index) / COUNT;
    yield new Application(
      new Story({ application: 'permits', entity: 'Application', name, begin: opened, until }),
    ).tell();
  }
}

class Application {
  private readonly desk: DemoPersonKey = 'hanneke';
  private readonly decider: DemoPersonKey;
  private readonly plan: PermitProject;

  constructor(private readonly story: Story) {
    this.decider = story.random.chance(80) ? 'willem' : 'thomas';
    this.plan = story.random.pick(PERMIT_PROJECTS);
  }

  tell(): Story {
    const { story } = this;
    this.receive();
    if (story.random.chance(5)) return this.withdrawn();
    const procedureFirst = story.random.chance(30);
    if (procedureFirst) this.procedure();
    this.confirm();
    if (!procedureFirst) this.procedure();
    if (this.plan.unlicensed) return this.unlicensed();
    if (story.random.chance(12)) this.stopped(procedureFirst);
    if (story.random.chance(4)) return this.withdrawn();
    return story.days(1, 9).take('handOver', this.decider, { endDate: formatInstant(story.now) });
  }

  private receive(): void {
    const { story, plan, desk } = this;
    const { random } = story;
    const applicant = random.pick(APPLICANT_NAMES);
    story.open(desk, {
      subject: plan.subject,
      kind: plan.kind,
      location: `${random.pick(STREETS)} ${random.between(1, 140)}`,
      description: plan.description,
      channel: random.pick(['Internet', 'Internet', 'Internet', 'Internet', 'Desk', 'Post', 'e-mail']),
      department: random.pick(['General', 'General', 'General', 'General', 'Customer contact', 'Experts']),
      responsible: DEMO_PEOPLE.willem.id,
      startDate: formatInstant(story.now),
      applicantName: applicant,
      applicantEmail: `${applicant.split(' ').at(-1)!.toLowerCase()}@applicant.example`,
      ...(random.chance(40) && { applicantPhone: `+31 6 5550 ${random.between(1000, 9999)}` }),
    });
    const due = {
      plannedEnd: this.momentIn(28),
      deadline: this.momentIn(56),
      fee: random.pick(['125.00', '240.00', '512.50', '980.00']),
    };
    story.hours(1, 6).change('willem', due);
    if (random.chance(50)) story.hours(0, 3).assign('willem', 'willem');
    story.hours(1, 8).take('draftConfirmation', desk);
  }

  private momentIn(days: number): string {
    return formatInstant(this.story.now + days * DAY_MS);
  }

  private confirm(): void {
    const { story, desk } = this;
    story.hours(1, 12).take('checkConfirmation', desk);
    while (story.random.chance(10)) {
      story.hours(1, 6).take('adjustConfirmation', desk);
      story.hours(1, 6).take('checkConfirmation', desk);
    }
    story.hours(2, 20).take('determineConfirmation', this.decider);
    story.hours(1, 5).take('sendConfirmation', desk);
  }

  private procedure(): void {
    const { story, plan } = this;
    story.hours(2, 30).take('determineStopAdvice', 'willem');
    if (plan.advice) {
      story.days(1, 5).take(plan.advice, 'mehmet').waitsFor('chaseAdvice', 'P14D');
      story.comment('mehmet', story.random.pick(ADVICE_REMARKS));
      if (story.random.chance(40)) this.askOutside();
      story.days(1, 4).take('determineStopAdvice', 'willem');
    }
    story.days(0, 4).take('determineStopIndication', this.decider);
  }

  private askOutside(): void {
    const { story } = this;
    story.hours(2, 10).within('requestAdvice', 'willem');
    story
      .days(7, 18)
      .within(story.random.pick(['receiveAdvice1', 'receiveAdvice3', 'receiveAdvice4']), 'willem');
  }

  private unlicensed(): Story {
    const { story } = this;
    story.days(1, 3).take('createUnlicensed', 'willem');
    story.hours(2, 10).take('checkUnlicensed', 'thomas');
    if (story.random.chance(20)) story.hours(1, 5).take('adjustUnlicensed', 'willem');
    story.hours(2, 10).take('determineUnlicensed', 'thomas');
    return story.hours(1, 5).take('printUnlicensed', this.desk);
  }

  private stopped(procedureFirst: boolean): void {
    const { story } = this;
    const missing = story.random.pick(MISSING_DOCUMENTS);
    if (procedureFirst)
      story.hours(1, 5).comment('willem', 'Confirmation is out, and now I see that something is missing.');
    story.hours(2, 20).take('reportHold', 'willem').comment('willem', `Missing: ${missing}.`);
    story.hours(2, 10).take('checkHold', 'thomas');
    if (story.random.chance(40)) {
      story.hours(1, 5).take('adjustHold', 'willem');
      story.hours(1, 5).take('checkHold', 'thomas');
    }
    story.hours(1, 8).take('determineHold', 'thomas');
    story.hours(1, 8).take('printHold', this.desk);
    story.days(6, 25).take('resume', 'willem', {}, story.random.pick(RESUMPTION_REASONS));
    story.days(1, 4).take('determineStopIndication', 'thomas');
  }

  private withdrawn(): Story {
    return this.story.days(1, 6).take('withdraw', this.desk, {}, this.story.random.pick(WITHDRAWAL_REASONS));
  }
}
