import type { PublishPage } from '#views/view-models/specification.js';
import { systemFrame } from './frame.js';

const text = `# Specification: purchase requests

## 1. What the product does and for whom
Staff ask before money is spent.
\`\`\`yaml
key: purchasing
name: Purchase requests
\`\`\`
## 2. Screens and routes
\`\`\`yaml
screens:
  /requests: { list: Request, columns: [number, title, amout, state], sort: -openedAt }
  /waiting: { list: Request, roles: [budgetholder] }
\`\`\`
`;

export const publish: PublishPage = {
  frame: systemFrame('Publish a specification', '/-/publish'),
  action: '/-/publish',
  commandId: '0199aa00-0000-7000-8000-00000000c0de',
  text,
  problems: [
    { line: 12, column: 56, message: 'no field `amout` in Request', remedy: 'did you mean `amount`?' },
    { line: 13, column: 38, message: 'no role `budgetholder`', remedy: 'did you mean `budgetHolder`?' },
    {
      line: 40,
      column: 1,
      message: 'section 3 is missing',
      remedy: 'add the heading “## 3. Entities and their fields”',
    },
  ],
};

export const newDocument: PublishPage = { ...publish, problems: [], text: '' };
