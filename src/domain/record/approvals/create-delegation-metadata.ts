import type { MetadataOverrides } from '#domain/event.js';
import type { DecisionContext } from '../decision-context.js';

export const createDelegationMetadata = ({
  deputy,
  user,
}: Pick<DecisionContext, 'deputy' | 'user'>): { readonly metadata?: MetadataOverrides } =>
  deputy ? { metadata: { onBehalfOf: user.id } } : {};
