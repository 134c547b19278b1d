// What people want to build, fell and open in the demo town.
export interface Plan {
  readonly subject: string;
  readonly kind: string;
  readonly description: string;
  /** The action by which our own adviser is asked. */
  readonly advice?: string;
  /** It turns out that no permit is needed. */
  readonly unlicensed?: true;
}

export const PLANS: readonly Plan[] = [
  {
    subject: 'Shed behind the house',
    kind: 'Building',
    description: 'Wooden shed, 3 × 4 m, 2.5 m high.',
    unlicensed: true,
  },
  {
    subject: 'Dormer at the back',
    kind: 'Building',
    description: 'Dormer of 3.2 m at the back of the roof.',
  },
  {
    subject: 'Dormer at the front',
    kind: 'Building',
    description: 'Dormer of 2.4 m towards the street.',
    advice: 'adviseAspect2',
  },
  {
    subject: 'Felling two oaks',
    kind: 'Felling a tree',
    description: 'Both are hollow. Report of the tree surgeon is attached to the letter.',
    advice: 'adviseAspect5',
  },
  {
    subject: 'Felling a chestnut',
    kind: 'Felling a tree',
    description: 'Roots lift the pavement.',
    advice: 'adviseAspect5',
  },
  {
    subject: 'Solar panels on a listed barn',
    kind: 'Listed building',
    description: '24 panels on the side away from the road.',
    advice: 'adviseAspect3',
  },
  {
    subject: 'New windows in a listed house',
    kind: 'Listed building',
    description: 'Twelve windows, wood, same division.',
    advice: 'adviseAspect3',
  },
  {
    subject: 'Demolition of a garage',
    kind: 'Demolition',
    description: 'Roof contains asbestos; report is there.',
    advice: 'adviseAspect4',
  },
  { subject: 'Demolition of a greenhouse', kind: 'Demolition', description: '400 m² of glass and steel.' },
  {
    subject: 'Bicycle workshop in a shop',
    kind: 'Other use of land',
    description: 'Repairs of bicycles, no painting.',
  },
  {
    subject: 'Café with terrace',
    kind: 'Other use of land',
    description: '20 seats outside until 22:00.',
    advice: 'adviseAspect2',
  },
  {
    subject: 'Car wash',
    kind: 'Environment',
    description: 'Two boxes, water is used again.',
    advice: 'adviseAspect4',
  },
  {
    subject: 'Joiner’s workshop',
    kind: 'Environment',
    description: 'Dust extraction, working hours 7 to 18.',
    advice: 'adviseAspect1',
  },
  { subject: 'Extension of the kitchen', kind: 'Building', description: 'One storey, 3 m deep, flat roof.' },
  {
    subject: 'Second storey on an extension',
    kind: 'Building',
    description: 'Load-bearing wall is opened.',
    advice: 'adviseAspect1',
  },
  {
    subject: 'Fence along the path',
    kind: 'Building',
    description: '1.8 m high, 14 m long.',
    unlicensed: true,
  },
  { subject: 'Heat pump on the roof', kind: 'Building', description: 'Outdoor unit, noise report is there.' },
  {
    subject: 'Jetty',
    kind: 'Water',
    description: 'Jetty of 6 m for a rowing boat.',
    advice: 'adviseAspect5',
  },
  { subject: 'Pond in the garden', kind: 'Water', description: '40 m², 1 m deep.', unlicensed: true },
  { subject: 'Garden wall', kind: 'Building', description: 'Old bricks, 2 m high.' },
  {
    subject: 'House on a corner plot',
    kind: 'Building',
    description: 'Two storeys, 142 m².',
    advice: 'adviseAspect1',
  },
  { subject: 'Sign above the bakery', kind: 'Building', description: 'Lit from behind, 2.5 × 0.6 m.' },
];

export const STREETS = [
  'Molenstraat',
  'Dorpsweg',
  'Kerkplein',
  'Lindenlaan',
  'Havenkade',
  'Stationsweg',
  'Eikenpad',
  'Nieuwe Gracht',
  'Zandweg',
  'Boomgaard',
] as const;
