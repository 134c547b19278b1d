import { DAY_MS } from '../office-time.js';
import { DEMO_PEOPLE, type DemoPersonKey } from '../demo-people.js';
import { Story } from '../story.js';
import { deriveEquipmentId } from './equipment-stories.js';
import { INCIDENTS, type Incident } from './incidents.js';
import {
  SECOND_ROOT_CAUSE,
  DISMISSAL_REASONS,
  PLAN_RETURN_REASONS,
  POSTPONEMENT_REASONS,
  COMMENT_TEXTS,
  RECURRENCE_REASON,
} from './sample-texts.js';

const COUNT = 58;
const REPORTERS: readonly DemoPersonKey[] = ['jonas', 'lena', 'paul', 'priya', 'mehmet'];
const OWNERS: readonly DemoPersonKey[] = ['jonas', 'lena', 'paul'];

/** Above this risk two people approve the plan (section 9 of the specification). */
const HIGH_RISK = 40;

type Fate = 'closed' | 'forgotten' | 'stuck' | 'overdue' | 'dismissed';

/** Fixed first outcomes, so that each kind occurs. */
const FATES: readonly Fate[] = ['closed', 'stuck', 'closed', 'overdue', 'forgotten', 'dismissed'];

export function* generateCapaCaseStories(begin: number, until: number): Iterable<Story> {
  for (let index = 0; index < COUNT; index++) {
    const opened = begin + 3 * DAY_MS + ((until - begin - 4 * DAY_MS) * index) / COUNT;
    const scene = { application: 'capa', entity: 'Capa', name: `case ${index + 1}`, begin: opened, until };
    yield new CapaCase(new Story(scene), INCIDENTS[index % INCIDENTS.length]!, fateOf(index)).tell();
  }
}

function fateOf(index: number): Fate {
  if (index < FATES.length) return FATES[index]!;
  return index % 11 === 7
    ? 'dismissed'
    : index % 13 === 9
      ? 'overdue'
      : index % 17 === 12
        ? 'stuck'
        : 'closed';
}

interface PlannedAction {
  readonly what: string;
  readonly who: string;
  readonly until: string;
  readonly doneOn: string | null;
}

class CapaCase {
  private readonly owner: DemoPersonKey;
  private readonly quality: DemoPersonKey;
  private actions: readonly PlannedAction[] = [];
  /** Day of the effectiveness check. */
  private checkOn = '';

  constructor(
    private readonly story: Story,
    private readonly incident: Incident,
    private readonly fate: Fate,
  ) {
    this.owner = story.random.pick(OWNERS);
    this.quality = story.random.pick(['greta', 'greta', 'mehmet']);
  }

  tell(): Story {
    const { story, fate } = this;
    this.report();
    if (fate === 'forgotten') return story.days(40, 50).comment('lena', 'Does anybody look at this?');
    if (fate === 'dismissed') return this.dismissed();
    this.assess();
    if (fate === 'stuck')
      return story.days(20, 30).comment('priya', 'Where does this stand? It has been quiet for weeks.');
    this.findCause();
    this.plan();
    if (this.risky && story.random.chance(25))
      return story
        .days(1, 3)
        .approve('approveRiskyPlan', 'priya')
        .comment('priya', 'I agree. A second one has to sign.');
    this.approvePlan();
    this.carryOut();
    if (fate === 'overdue') return story;
    if (story.random.chance(12)) this.setback();
    return this.close();
  }

  private report(): void {
    const { story, incident } = this;
    const reporter = story.random.pick(REPORTERS.filter((name) => name !== this.quality));
    story.open(reporter, {
      title: incident.title,
      kind: incident.kind ?? 'Corrective',
      source: incident.source,
      area: incident.area,
      occurredOn: story.dayIn(-story.random.between(1, 4)),
      description: incident.description,
      containment: incident.containment,
      resultsAffected: incident.resultsAffected ?? false,
      procedure: incident.procedure,
      ...(incident.equipment && { equipment: deriveEquipmentId(incident.equipment) }),
      ...(incident.complaint && {
        complainant: 'Practice am Markt',
        complainantEmail: 'office@practice.example',
      }),
      reportedBy: DEMO_PEOPLE[reporter].id,
    });
    story.waitsFor('remindAssessment', 'P2D');
    if (story.random.chance(30))
      story.hours(1, 20).comment(story.random.pick(REPORTERS), story.random.pick(COMMENT_TEXTS));
  }

  private dismissed(): Story {
    const { story } = this;
    story.days(1, 5).take('dismiss', this.quality, {}, story.random.pick(DISMISSAL_REASONS));
    if (story.random.chance(60)) return story;
    return story
      .days(2, 9)
      .take('reopen', 'jonas', {}, 'It has happened again, and this time a result was late because of it.');
  }

  private assess(): void {
    const { story, incident, quality, owner } = this;
    const [severity, occurrence, detection] = incident.risk;
    const dueOn = story.dayIn(story.random.between(60, 100));
    const assessment = { severity, occurrence, detection, owner: DEMO_PEOPLE[owner].id, dueOn };
    story
      .days(0, 3)
      .take('assess', quality, assessment)
      .waitsFor('remindOwner', 'P14D')
      .assign(quality, owner);
  }

  private findCause(rootCause = this.incident.rootCause): void {
    const { story, incident, owner } = this;
    if (story.random.chance(15)) this.postpone();
    story.days(4, 14).take('findCause', owner, { method: incident.method, rootCause });
  }

  private plan(): void {
    const { story, owner } = this;
    this.actions = this.incident.actions.map((what, index) => ({
      what,
      who: DEMO_PEOPLE[story.random.pick(OWNERS)].id,
      until: story.dayIn(14 + 7 * index),
      doneOn: null,
    }));
    story.days(1, 4).change(owner, { actions: this.actions });
    this.submitPlan();
    if (story.random.chance(18)) {
      story.days(1, 3).take('returnPlan', 'priya', {}, story.random.pick(PLAN_RETURN_REASONS));
      const until = story.hours(2, 20).dayIn(21);
      this.actions = this.actions.map((action) => ({ ...action, until }));
      story.change(owner, { actions: this.actions });
      this.submitPlan();
    }
  }

  private get risky(): boolean {
    const [severity, occurrence, detection] = this.incident.risk;
    return severity * occurrence * detection >= HIGH_RISK;
  }

  private approvePlan(): void {
    const { story } = this;
    if (!this.risky) story.days(1, 4).take('approvePlan', 'priya');
    else {
      story.days(1, 4).approve('approveRiskyPlan', 'priya');
      story.days(0, 3).approve('approveRiskyPlan', 'thomas');
    }
    story.waitsFor('remindActions', 'P30D');
  }

  private submitPlan(): void {
    const { story, incident, owner } = this;
    this.checkOn = story.hours(1, 20).dayIn(60);
    story.take('submitPlan', owner, { criterion: incident.criterion, checkOn: this.checkOn });
  }

  private carryOut(): void {
    const { story, owner, fate } = this;
    const last = fate === 'overdue' ? this.actions.length - 1 : this.actions.length;
    for (let done = 0; done < last; done++) {
      story.days(4, 10);
      const doneOn = story.dayIn(0);
      this.actions = this.actions.map((action, index) => (index === done ? { ...action, doneOn } : action));
      story.change(owner, { actions: this.actions });
    }
    if (fate === 'overdue')
      story.days(10, 15).comment('greta', 'One action is still open. What is it waiting for?');
    else story.hours(2, 20).take('reportDone', owner).waitsUntil('remindCheck', this.checkOn);
  }

  private postpone(): void {
    const { story, quality } = this;
    const dueOn = story.days(2, 6).dayIn(story.random.between(90, 130));
    story.take('postpone', quality, { dueOn }, story.random.pick(POSTPONEMENT_REASONS));
  }

  private setback(): void {
    const { story, quality } = this;
    const checked = {
      checkedOn: story.days(20, 30).dayIn(0),
      effective: 'No',
      evidence: 'Counted: twice in four weeks.',
    };
    story.take('denyEffect', quality, checked, RECURRENCE_REASON);
    this.findCause(SECOND_ROOT_CAUSE);
    this.plan();
    this.approvePlan();
    this.carryOut();
  }

  private close(): Story {
    const { story, incident, quality } = this;
    const checkedOn = story.days(25, 45).dayIn(0);
    story.take('confirmEffect', quality, { checkedOn, effective: 'Yes', evidence: incident.evidence });
    if (incident.resultsAffected) {
      story.hours(1, 8).change(quality, { resultsRecalled: story.random.between(0, 14) });
    }
    story.days(1, 6);
    return this.risky ? story.approve('closeSigned', quality) : story.take('close', quality);
  }
}
