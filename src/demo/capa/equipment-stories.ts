import { readDemoData } from '../demo-data.js';
import { Story, deriveDemoRecordId } from '../story.js';

const application = 'capa';

interface Instrument {
  readonly inventoryNumber: string;
  readonly name: string;
  readonly area: string;
  readonly room: string;
  readonly serialNumber: string;
}

const EQUIPMENT = readDemoData<{ readonly equipment: readonly Instrument[] }>('capa').equipment;

export const deriveEquipmentId = (number: string) => deriveDemoRecordId(application, 'Equipment', number);

export function* generateEquipmentStories(begin: number, until: number): Iterable<Story> {
  for (const instrument of EQUIPMENT) {
    const name = instrument.inventoryNumber;
    const story = new Story({ application, entity: 'Equipment', name, begin, until });
    story.open('greta', { ...instrument, nextServiceOn: story.dayIn(story.random.between(60, 300)) });
    if (name === 'HA-003')
      story.days(150, 160).take('retire', 'mehmet', {}, 'Replaced by the stainer in the new line.');
    if (name === 'SR-001') serviced(story);
    if (name === 'MB-002') broken(story);
    yield story;
  }
}

function serviced(story: Story): void {
  story.days(80, 90).take('stop', 'paul', { stoppedFor: 'Service' }, 'Yearly service, two days.');
  story.days(3, 6).comment('jonas', 'The service has been here, test runs with water were fine.');
  story
    .hours(2, 6)
    .take('release', 'greta', {}, 'Checked after the service: speed and temperature are right.');
}

/** Stays out of use until its release is signed. */
function broken(story: Story): void {
  const fault = { stoppedFor: 'Fault' };
  story.days(185, 190).take('stop', 'lena', fault, 'Temperature 38.2 °C overnight, door seal is hard.');
}
