import { purchaseRequest } from './purchase-request.js';
import { serveExamples } from './served.js';

purchaseRequest(serveExamples, ['with', 'without']);
