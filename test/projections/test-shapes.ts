// Shapes for tests: the fixed ones, and for records what every record has.
import { fixedShapes } from '#projections/all-projections.js';
import { createRecordsShape } from '#projections/read-models/records/records-read-model.js';

const unlisted = createRecordsShape({ fields: [] }, []);

export const shapeOf = (projection: string) => fixedShapes[projection] ?? unlisted;
