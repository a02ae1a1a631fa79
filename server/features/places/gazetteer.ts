/*
 * The gazetteer as others use it: places of at least 15,000 inhabitants in eight languages (docs/finding.md).
 */
export { scanCountries, type CountryMatch } from './countries.ts';
export { locationOf, placeIdOf, resolvePlace, suggestPlaces } from './field.ts';
export { distanceKm } from './rules.ts';
export { scanPlaces } from './scan.ts';
export { peopleIn, placeById, placeName, type Place, type PlaceContext, type PlaceMatch } from './store.ts';
