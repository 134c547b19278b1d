import { DEMO_PEOPLE } from '../demo-people.js';
import { Story, deriveDemoRecordId } from '../story.js';
import { COST_CENTRES, SUPPLIERS } from './purchasing-data.js';
import { SUPPLIER_BLOCK_REASONS } from './sample-texts.js';

const application = 'purchasing';

export const deriveSupplierId = (name: string) => deriveDemoRecordId(application, 'Supplier', name);
export const deriveCostCentreId = (code: string) => deriveDemoRecordId(application, 'CostCentre', code);

export function* generateSupplierStories(begin: number, until: number): Iterable<Story> {
  for (const [index, supplier] of SUPPLIERS.entries()) {
    const story = new Story({ application, entity: 'Supplier', name: supplier.name, begin, until });
    const customerNumber = `K-${story.random.between(10_000, 99_999)}`;
    const orderEmail = `orders.${index + 1}@supplier.example`;
    story.open('ines', { ...supplier, customerNumber, orderEmail });
    const block = Object.entries(SUPPLIER_BLOCK_REASONS).find(([name]) => name === supplier.name)?.[1];
    if (block)
      story
        .days(110, 130)
        .take('block', 'ines', {}, block)
        .comment('sofia', 'Thank you. I hold the open invoice back.');
    if (supplier.name === 'Möbelhaus am Kanal')
      story.days(8, 14).take('unblock', 'ines', {}, 'Cleared up by telephone, credit note has come.');
    yield story;
  }
}

export function* generateCostCentreStories(begin: number, until: number): Iterable<Story> {
  for (const centre of COST_CENTRES) {
    const story = new Story({ application, entity: 'CostCentre', name: centre.code, begin, until });
    yield story.open('sofia', { ...centre, budgetHolder: DEMO_PEOPLE[centre.budgetHolder].id });
  }
}
