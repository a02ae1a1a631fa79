import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { NodeSDK } from '@opentelemetry/sdk-node';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isAppError } from './core/errors.ts';
import { setTracer, type Span } from './core/trace.ts';

export interface Telemetry {
  /** Adds a span for each request, around all its work. Call it before the app listens. */
  watch(app: FastifyInstance): void;
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}

const QUIET = /^\/(livez|readyz|assets\/)/;

/** The code of a failure, without the error's message, which may hold what a person typed. */
const codeOf = (error: unknown): string =>
  isAppError(error) ? error.code : error instanceof Error ? error.name : 'unknown';

const spanOf = (span: OtelSpan): Span => ({
  set: (attributes) => void span.setAttributes(attributes),
  fail: (code) => void span.setStatus({ code: SpanStatusCode.ERROR, message: code }),
});

/** Starts sending traces to an OTLP/HTTP collector at `endpoint`. Loaded only when one is named. */
export function startTelemetry({ endpoint, serviceName }: { endpoint: string; serviceName: string }): Telemetry {
  const sdk = new NodeSDK({
    serviceName,
    autoDetectResources: false,
    instrumentations: [],
    metricReaders: [],
    logRecordProcessors: [],
    traceExporter: new OTLPTraceExporter({
      url: new URL('v1/traces', endpoint.endsWith('/') ? endpoint : `${endpoint}/`).href,
    }),
  });
  sdk.start();
  const tracer = trace.getTracer('sponsio');
  setTracer({
    span: (name, attributes, work) =>
      tracer.startActiveSpan(name, { attributes }, async (span) => {
        try {
          return await work(spanOf(span));
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR, message: codeOf(error) });
          throw error;
        } finally {
          span.end();
        }
      }),
  });
  const around = new WeakMap<FastifyRequest, Context>();
  return {
    watch(app) {
      app.addHook('onRequest', (request, _reply, done) => {
        if (QUIET.test(request.url)) return done();
        const route = request.routeOptions.url ?? 'unknown';
        const span = tracer.startSpan(
          `${request.method} ${route}`,
          {
            kind: SpanKind.SERVER,
            attributes: {
              'http.request.method': request.method,
              'http.route': route,
              'sponsio.request_id': request.id,
            },
          },
          ROOT_CONTEXT,
        );
        const own = trace.setSpan(ROOT_CONTEXT, span);
        around.set(request, own);
        context.with(own, done);
      });
      // Reading the body leaves the context that the first hook entered.
      app.addHook('preHandler', (request, _reply, done) => {
        const own = around.get(request);
        if (own) context.with(own, done);
        else done();
      });
      app.addHook('onResponse', async (request, reply) => {
        const own = around.get(request);
        const span = own && trace.getSpan(own);
        if (!span) return;
        span.setAttribute('http.response.status_code', reply.statusCode);
        if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
    },
    async stop() {
      setTracer(null);
      await sdk.shutdown();
    },
  };
}
