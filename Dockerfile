# One image for the API, the worker and the one-off jobs. glibc is needed: Temporal's native part has no musl build.
FROM node:20-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-fund --no-audit

FROM packages AS client
COPY . .
RUN npm run build

FROM node:20-bookworm-slim AS production-packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-fund --no-audit

FROM node:20-bookworm-slim
ENV NODE_ENV=production \
    CLIENT_DIR=/app/dist/client
WORKDIR /app
COPY --from=production-packages /app/node_modules ./node_modules
# The TypeScript loader is all that running the sources needs of the development packages.
COPY --from=packages /app/node_modules/tsx ./node_modules/tsx
COPY --from=packages /app/node_modules/esbuild ./node_modules/esbuild
COPY --from=packages /app/node_modules/@esbuild ./node_modules/@esbuild
COPY --from=client /app/dist/client ./dist/client
COPY package.json tsconfig.json ./
COPY db ./db
COPY locales ./locales
COPY scripts ./scripts
COPY server ./server
COPY workflows ./workflows
# Routes and texts that the server reads too.
COPY src ./src
RUN mkdir -p /data/files && chown -R node:node /data
USER node
EXPOSE 3000 9464 9465
STOPSIGNAL SIGTERM
CMD ["node", "--enable-source-maps", "--import", "tsx", "server/main.ts"]
