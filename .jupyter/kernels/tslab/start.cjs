"use strict";
// Starts this project's tslab for Jupyter from the project's root, whatever folder Jupyter starts it in, and adds what
// tslab 1.0.22 leaves out of the protocol (https://jupyter-client.readthedocs.io/en/stable/messaging.html): `execute_input`
// with its count, `error`, and the full `execute_reply`. kernel.json names this file; nothing is installed anywhere.

const path = require("node:path");
const { buildHint } = require("./build-hint.cjs");
const { TslabError, loadTslab, packageRoot, projectRoot, streamWriter } = require("./strict-tslab.cjs");

/** The request that a cell's code came with -> how to publish an answer to it. */
const publishers = new WeakMap();
/** The same request -> {ename, evalue, traceback}. */
const failures = new WeakMap();

function addPublishers({ ZmqServer }) {
  const { handleExecute } = ZmqServer.prototype;
  ZmqServer.prototype.handleExecute = function (socket, message) {
    publishers.set(message.content, (type, content) => {
      const answer = message.createReply();
      answer.header.msg_type = type;
      answer.content = content;
      answer.signAndSend(this.connInfo.key, this.iopub);
    });
    return handleExecute.call(this, socket, message);
  };
}

/**
 * Lets the kernel publish without end. zeromq 6.8.0 sends 512 messages at once; the next waits for an event of the socket, which
 * need not come, and the kernel falls silent. A socket that may not wait is spared that, and one that only publishes never has to.
 * Nor is its queue bounded, so that no print of a cell that prints much is dropped.
 */
function publishWithoutWaiting({ ZmqServer }) {
  const { bindSocket } = ZmqServer.prototype;
  ZmqServer.prototype.bindSocket = function (socket, port) {
    if (socket === this.iopub) Object.assign(socket, { sendTimeout: 0, sendHighWaterMark: 0 });
    return bindSocket.call(this, socket, port);
  };
}

function addErrors({ JupyterHandlerImpl }, lastFailure) {
  const { handleExecute, handleExecuteImpl } = JupyterHandlerImpl.prototype;
  let hinted;

  // One cell at a time: this is called when the cell's turn has come.
  JupyterHandlerImpl.prototype.handleExecuteImpl = async function (request, writeStream, writeDisplay) {
    const publish = publishers.get(request);
    publish("execute_input", { code: request.code, execution_count: this.execCount + 1 });
    const hint = buildHint(packageRoot);
    if (hint && hint !== hinted) writeStream("stderr", `${hint}\n`);
    hinted = hint;
    try {
      return await handleExecuteImpl.call(this, request, writeStream, writeDisplay);
    } catch (count) {
      const failure = lastFailure();
      if (failure) {
        failures.set(request, failure);
        publish("error", failure);
      }
      // tslab drops what comes in the 200 ms after an error; a request may say that the cells behind it are wanted all the same
      if (failure && request.stop_on_error === false) return count;
      throw count;
    }
  };

  JupyterHandlerImpl.prototype.handleExecute = async function (request, writeStream, writeDisplay) {
    const reply = await handleExecute.call(this, request, writeStream, writeDisplay);
    if (reply.status === "abort") return { ...reply, status: "aborted" };
    if (failures.has(request)) return { ...reply, status: "error", ...failures.get(request) };
    return reply.status === "ok" ? { ...reply, payload: [], user_expressions: {} } : reply;
  };

  JupyterHandlerImpl.prototype.createWriteToIopub = (name, writeStream) =>
    streamWriter((text) => writeStream(name, text));
}

/** Ends the kernel when Jupyter is gone: one that was killed, or whose terminal was closed, cannot say so. */
function endWithJupyter() {
  const { ppid } = process;
  setInterval(() => process.ppid !== ppid && process.exit(), 1000).unref();
}

function start(connectionFile) {
  if (!connectionFile) {
    throw new TslabError("this is a Jupyter kernel, and Jupyter starts it: run npm run lab, and open a notebook");
  }
  const configPath = path.resolve(connectionFile);
  process.chdir(projectRoot);
  const { req, lastFailure } = loadTslab();
  const jupyter = req("./jupyter.js");
  addPublishers(jupyter);
  publishWithoutWaiting(jupyter);
  addErrors(jupyter, lastFailure);
  const hint = buildHint(packageRoot);
  if (hint) process.stderr.write(`${hint}\n`);
  endWithJupyter();
  req("./main.js").startKernel({ configPath, enableFindLocal: false });
}

try {
  start(process.argv[2]);
} catch (error) {
  if (!(error instanceof TslabError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
