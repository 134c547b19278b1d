// The instruments of the demo laboratory.
import { Story, recordId } from '../story.js';

const application = 'capa';

export const EQUIPMENT = [
  {
    inventoryNumber: 'CC-001',
    name: 'Clinical chemistry analyser A',
    area: 'Clinical chemistry',
    room: '1.12',
    serialNumber: 'CA-48213',
  },
  {
    inventoryNumber: 'CC-002',
    name: 'Clinical chemistry analyser B',
    area: 'Clinical chemistry',
    room: '1.12',
    serialNumber: 'CA-48990',
  },
  {
    inventoryNumber: 'HA-001',
    name: 'Haematology analyser',
    area: 'Haematology',
    room: '1.14',
    serialNumber: 'HX-1177',
  },
  {
    inventoryNumber: 'HA-003',
    name: 'Slide stainer',
    area: 'Haematology',
    room: '1.14',
    serialNumber: 'ST-0042',
  },
  {
    inventoryNumber: 'MB-002',
    name: 'Incubator 36 °C',
    area: 'Microbiology',
    room: '2.03',
    serialNumber: 'IN-5521',
  },
  {
    inventoryNumber: 'MB-005',
    name: 'Safety cabinet',
    area: 'Microbiology',
    room: '2.05',
    serialNumber: 'SC-7780',
  },
  {
    inventoryNumber: 'MD-001',
    name: 'Real-time PCR cycler',
    area: 'Molecular diagnostics',
    room: '2.11',
    serialNumber: 'RT-3301',
  },
  {
    inventoryNumber: 'CA-004',
    name: 'Analytical balance',
    area: 'Chemical analysis',
    room: '0.07',
    serialNumber: 'AB-9120',
  },
  {
    inventoryNumber: 'CA-006',
    name: 'Gas chromatograph',
    area: 'Chemical analysis',
    room: '0.08',
    serialNumber: 'GC-2204',
  },
  {
    inventoryNumber: 'SR-001',
    name: 'Centrifuge',
    area: 'Sample reception',
    room: '0.02',
    serialNumber: 'CF-6611',
  },
  {
    inventoryNumber: 'SR-002',
    name: 'Sample refrigerator',
    area: 'Sample reception',
    room: '0.03',
    serialNumber: 'SF-0815',
  },
] as const;

export type InventoryNumber = (typeof EQUIPMENT)[number]['inventoryNumber'];

export const equipmentId = (number: InventoryNumber) => recordId(application, 'Equipment', number);

export function* equipment(begin: number, until: number): Iterable<Story> {
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

/** It stays out of use: its release has to be signed. */
function broken(story: Story): void {
  const fault = { stoppedFor: 'Fault' };
  story.days(185, 190).take('stop', 'lena', fault, 'Temperature 38.2 °C overnight, door seal is hard.');
}
