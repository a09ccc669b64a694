/// placeholder so that the contract compiles; replaced by the serving room
package final class PreparedResponse: Sendable { package let status: Int = 200 }
