import { createServer } from 'node:http';
import { drawnPicture } from './picture.ts';

/** The site of a brand, which the product reads through its guarded fetch. */
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbour Roasters</title>
<meta name="description" content="Coffee roasted by the harbour since 1988.">
<meta name="theme-color" content="#0a5c6b">
<meta property="og:image" content="/cover.png">
<link rel="apple-touch-icon" href="/icon.png">
</head><body><a href="https://www.instagram.com/harbour.roasters/">Instagram</a></body></html>`;

const { hostname, port } = new URL(process.env['E2E_SITE_URL'] ?? 'http://127.0.0.1:12199');
createServer((request, response) => {
  if (request.url === '/') return void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  if (request.url === '/cover.png' || request.url === '/icon.png')
    return void response.writeHead(200, { 'content-type': 'image/png' }).end(drawnPicture(7));
  if (request.url === '/gone') return void response.writeHead(410, { 'content-type': 'text/html' }).end('gone');
  response.writeHead(404, { 'content-type': 'text/plain' }).end();
}).listen(Number(port), hostname);
