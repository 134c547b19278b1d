// The fixed shapes, and for records what every record has.
import { fixedIndexes } from '#projections/all-projections.js';
import { createRecordsIndexes } from '#projections/read-models/records/records-read-model.js';

const unlisted = createRecordsIndexes({ fields: [] }, []);

export const shapeOf = (projection: string) => fixedIndexes[projection] ?? unlisted;
