import { z } from 'zod';
import { expressionShape, nameShape, namesShape, wordsShape } from '../common-shapes.js';

const role = z.union([
  z.null(),
  z.string(),
  z.strictObject({
    title: wordsShape.optional(),
    everyone: z.boolean().optional(),
    was: z.string().optional().meta({ description: 'The name it had in the version before.' }),
    help: wordsShape.optional(),
    start: z.string().optional().meta({ description: 'The route where a person of this role begins.' }),
  }),
]);

const grant = z
  .union([z.string(), z.array(z.string()), z.record(z.string(), expressionShape)])
  .meta({ description: 'A list of roles, or a map from role to `true` or an expression.' });

const permissions = z.strictObject({
  open: grant.optional(),
  read: grant.optional(),
  edit: grant.optional(),
  comment: grant.optional(),
  assign: grant.optional(),
  erase: grant
    .optional()
    .meta({ description: 'Who decides, when the retention of section 9 is over. Default: nobody.' }),
  fields: z.record(z.string(), z.strictObject({ read: grant.optional(), edit: grant.optional() })).optional(),
});

export const rolesShape = z.strictObject({
  roles: z.union([z.array(nameShape), z.record(nameShape, role)]).optional(),
  permissions: z.record(z.string(), permissions).optional(),
  constants: z.record(z.string(), namesShape).optional().meta({
    description: 'Constant of section 9 → roles that may change it without a new version. Default: nobody.',
  }),
});

export type GrantDeclaration = z.infer<typeof grant>;
export type PermissionsDeclaration = z.infer<typeof permissions>;
