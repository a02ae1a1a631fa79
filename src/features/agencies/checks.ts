export { agencyInput as agencyForm } from '../../../server/features/agencies/schema.ts';
